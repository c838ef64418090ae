// trap: one of two lambdas is chosen by ?: (converted to function pointers) and downloads
// must: the read after its call waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int k = host[0]; auto f = k ? [](int *d) { fill<<<1, N>>>(d, 1); } : [](int *d) { fill<<<1, N>>>(d, 5); cudaMemcpy(host, d, 256, cudaMemcpyDeviceToHost); }; f(device); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
