// trap: a static function downloads; it is called by a default member initialiser, run by a braced list
// must: the read after it waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int *gd; static int get() { fill<<<1, N>>>(gd, 4); cudaMemcpy(host, gd, 256, cudaMemcpyDeviceToHost); return 3; }
namespace { struct A { int k; int v = get(); }; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 gd = device; A a{1}; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d %d\n", a.v, host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
