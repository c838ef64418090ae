// message: freed pinned host memory
int main()
{
    char *d, *h;
    cudaMalloc(&d, 16);
    cudaMallocHost(&h, 16);
    cudaFreeHost(h);
    cudaMemcpyAsync(d, h, 16, cudaMemcpyHostToDevice);
}
