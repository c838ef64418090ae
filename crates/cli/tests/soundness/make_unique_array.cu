// trap: make_unique<T[]>(n) runs constructors that read the downloaded array
// must: the call waits
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct A { int *p; A() : p(host) { printf("c %d\n", p[2]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 auto u = std::make_unique<A[]>(2); printf("%d\n", u != nullptr);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
