// trap: a static function with __attribute__((constructor)) downloads before main
// must: main's read waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int *gd; __attribute__((constructor)) static void hi() { cudaMalloc(&gd, 256); fill<<<1, N>>>(gd, 3); cudaMemcpy(host, gd, 256, cudaMemcpyDeviceToHost); fill<<<1, N>>>(gd, 9); cudaMemcpy(more, gd, 256, cudaMemcpyDeviceToHost); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 printf("%d\n", host[1]); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
