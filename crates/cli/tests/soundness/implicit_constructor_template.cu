// trap: a member's default constructor is a variadic template, which reads the downloaded array
// must: making the outer object waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct M { int v; template <class... T> M(T... t) : v(host[1]) {} };
struct B { M m; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 B b; printf("%d\n", b.m.v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
