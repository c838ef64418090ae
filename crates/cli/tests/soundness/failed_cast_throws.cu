// trap: a dynamic_cast to a reference throws; the handler reads the downloaded array
// must: the handler's read waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { virtual ~B() {} }; struct D : B { int k; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 B b; B *pb = &b; int k = 0; fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 try { k = dynamic_cast<D &>(*pb).k; } catch (...) { k = host[1]; }
 printf("%d\n", k);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
