// trap: begin() of a class in an anonymous namespace downloads; a range-for runs it
// must: the read in the body waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
namespace { struct R { int *d; int *begin() { fill<<<1, N>>>(d, 4); cudaMemcpy(host, d, 256, cudaMemcpyDeviceToHost); return more; } int *end() { return more + 1; } }; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 R r{device}; for (int x : r) { (void)x; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]); }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
