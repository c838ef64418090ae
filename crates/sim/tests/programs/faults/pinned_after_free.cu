// seeds: even
// message: host code accesses
// message: of freed pinned host memory
int main()
{
    volatile int *h;
    cudaMallocHost((void **)&h, 64);
    cudaFreeHost((void *)h);
    return h[3];
}
