// message: a copy from of 80 bytes leaves pinned host memory of 64 bytes by 16
int main()
{
    char *d, *h;
    cudaMalloc(&d, 80);
    cudaMallocHost(&h, 64);
    cudaMemcpyAsync(d, h, 80, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
}
