// message: leaves device memory of 1000 bytes by 24
int main()
{
    char *d;
    static char h[8 * 128];
    cudaMalloc(&d, 1000);
    cudaMemcpy2DAsync(h, 128, d, 128, 128, 8, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
}
