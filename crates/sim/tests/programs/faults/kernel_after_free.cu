// seeds: even
// message: kernel read in stream 0 accesses
// message: of freed device memory
__global__ void read(const int *p, int *to) { *to = *p; }

int main()
{
    int *d, *e;
    cudaMalloc(&d, 64);
    cudaMalloc(&e, 64);
    cudaFree(d);
    read<<<1, 1>>>(d, e);
    cudaDeviceSynchronize();
}
