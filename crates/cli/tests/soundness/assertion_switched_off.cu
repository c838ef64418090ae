// trap: the first read after the download is the argument of assert(), which NDEBUG removed when analysed, but not when built
// must: the arguments of assert count as reads in every build
// analysed with: -DNDEBUG
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    assert(host[2] == 7);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
