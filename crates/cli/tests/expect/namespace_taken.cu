// Where the file uses the name `sa` for something else, the helper is called `streamalloc`.
struct sa {
    int values[64];
};

int main()
{
    static sa first, second;
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(sa));
    cudaMalloc(&d_y, sizeof(sa));
    cudaMemset(d_x, 0, sizeof(sa)); //~ async
    cudaMemset(d_y, 0, sizeof(sa)); //~ async
    cudaMemcpy(first.values, d_x, sizeof(sa), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(second.values, d_y, sizeof(sa), cudaMemcpyDeviceToHost); //~ async
    return first.values[0] + second.values[0];
}
// streams: 2
// waits: 1
