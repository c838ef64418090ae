// message: a memset of 64 bytes uses
int main()
{
    int *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync(&d, 64, s);
    cudaFreeAsync(d, s);
    cudaMemsetAsync(d, 0, 64, s);
}
