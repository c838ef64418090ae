// trap: two calls down a copy completes a kernel of `main`; the function between reads what the kernel wrote, the
// innermost writes what it reads
// must: neither comes before the kernel is complete
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }
static int host[N];
static void fetch(int *from, int *device)
{
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    from[2] = 1000;
}
static int fetch_and_read(int *to, int *from, int *device)
{
    fetch(from, device);
    return to[1];
}
int main()
{
    int *device, *to, *from;
    cudaMalloc(&device, N * sizeof(int));
    cudaMemset(device, 0, N * sizeof(int));
    cudaMallocHost(&to, N * sizeof(int));
    cudaMallocHost(&from, N * sizeof(int));
    for (int i = 0; i < N; i++) { to[i] = 1; from[i] = i; }
    add<<<1, N>>>(to, from);
    int k = fetch_and_read(to, from, device);
    printf("%d\n", k);
    printf("%d %d\n", host[3], to[2]);
    cudaFree(device);
    cudaFreeHost(to);
    cudaFreeHost(from);
}
