// trap: elements of a braced list are made by converting constructors that read the downloaded array
// must: the list waits
#include <cuda_runtime.h>
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
 fill<<<1, N>>>(device, 8);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 48);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 Q w[] = {host, host}; printf("%d\n", w[1].v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
