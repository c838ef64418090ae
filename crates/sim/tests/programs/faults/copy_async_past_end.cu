// message: a copy from of 68 bytes leaves device memory of 64 bytes by 4
int main()
{
    char *d, *h;
    cudaMalloc(&d, 64);
    cudaMallocHost(&h, 68);
    cudaMemcpyAsync(h, d, 68, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
}
