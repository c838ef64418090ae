// cudaMemcpy in all directions and cudaMemset become their asynchronous twins.
int main()
{
    static float x[64], y[64];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemset(d_y, 0, sizeof(y)); //~ async
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d_y, d_x, sizeof(x) / 2, cudaMemcpyDeviceToDevice); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDefault); //~ sync
    return y[0] > 0;
}
// streams: 2
// waits: 1
