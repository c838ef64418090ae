// Every copy is needed at once, so that nothing would overlap: the file stays as it is.
int main()
{
    static int x[64];
    int *d_x;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ sync: nothing in this file would overlap
    x[0] = 1;
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync: nothing in this file would overlap
    return x[0];
}
// streams: 0
// waits: 0
