// trap: operator new of a class in an anonymous namespace downloads
// must: the read after it waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int *gd;
namespace { struct A { static void *operator new(size_t n) { fill<<<1, N>>>(gd, 4); cudaMemcpy(host, gd, 256, cudaMemcpyDeviceToHost); return malloc(n); } }; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 gd = device; A *a = new A; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]); free(a);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
