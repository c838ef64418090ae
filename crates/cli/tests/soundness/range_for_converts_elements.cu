// trap: the loop variable is made from an element by a converting constructor that reads the downloaded array
// must: the loop waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Q { int v; Q(int *p) : v(p[1]) {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int *a[2] = {host, host}; int s = 0; fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 for (Q q : a) s += q.v; printf("%d\n", s);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
