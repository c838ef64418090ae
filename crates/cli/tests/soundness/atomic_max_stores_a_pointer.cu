// trap: a kernel leaves a pointer in a device variable with atomicMax, a later kernel writes through it
// must: the download waits for the later kernel
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__device__ unsigned long long best;
__global__ void keep(int *v) { atomicMax(&best, (unsigned long long)v); }
__global__ void addto() { int *v = (int *)best; v[threadIdx.x] += 1000; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    keep<<<1, 1>>>(device);
    addto<<<1, N>>>();
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 60);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
