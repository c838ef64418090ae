// message: byte 8 of freed device memory (1024 bytes)
int main()
{
    int *d, h = 0;
    cudaMalloc(&d, 1024);
    cudaFree(d);
    cudaMemcpy(d + 2, &h, sizeof h, cudaMemcpyHostToDevice);
}
