// trap: the destructor of an exception object, run when its handler ends, reads the downloaded array
// left alone: the end of the exception object has no place for a wait
// must: the end of the handler waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct E { int *p; E(int *q) : p(q) {} ~E() { printf("~ %d\n", p[1]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 try { throw E(host); } catch (E &e) { fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
