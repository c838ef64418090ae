// seeds: even
// message: host code accesses
int main()
{
    int *d;
    cudaMalloc(&d, 64);
    cudaFree(d);
    return *(volatile int *)d;
}
