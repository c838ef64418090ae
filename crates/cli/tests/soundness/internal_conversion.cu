// trap: a conversion operator in an anonymous namespace downloads; an element of a braced list needs it
// must: the read after it waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
namespace { struct Q { int *d; operator int() const { fill<<<1, N>>>(d, 4); cudaMemcpy(host, d, 256, cudaMemcpyDeviceToHost); return 3; } }; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 Q q{device}; int a[2] = {q, 1}; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d %d\n", a[0], host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
