// Once the free has run, the memory is gone also for kernels.
// seeds: even
// message: kernel set in stream
// message: freed device memory
__global__ void set(int *v) { *v = 1; }

int main()
{
    int *d;
    cudaMallocAsync(&d, sizeof(int), 0);
    cudaFreeAsync(d, 0);
    set<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}
