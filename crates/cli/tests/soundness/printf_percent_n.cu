// trap: printf writes the source of an upload by %n
// must: the write waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int up[N] = {0}; cudaMemcpy(device, up, sizeof up, cudaMemcpyHostToDevice); add<<<1, N>>>(device, 1); printf("abc%n\n", &up[0]); cudaMemcpy(host, device, sizeof up, cudaMemcpyDeviceToHost); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[0]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
