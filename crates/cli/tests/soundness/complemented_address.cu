// trap: an address is stored complemented or negated as an integer
// must: the read through it waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 uintptr_t x = ~(uintptr_t)host; fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", ((int *)~x)[1]);
 long y = -(long)host; fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", ((int *)-y)[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
