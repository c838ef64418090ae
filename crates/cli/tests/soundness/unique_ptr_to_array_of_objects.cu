// trap: a unique_ptr to an array destroys objects whose destructor reads the downloaded array
// must: the end of the pointer waits (make_unique<T[]> too: constructors and destructors)
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct A { int *p; A() : p(host) {} ~A() { printf("d %d\n", p[2]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 { std::unique_ptr<A[]> u(new A[1]); fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
