// message: leaves managed memory of 64 bytes by 64
int main()
{
    char *d, *m;
    cudaMalloc(&d, 128);
    cudaMallocManaged(&m, 64);
    cudaMemcpy(m, d, 128, cudaMemcpyDefault);
}
