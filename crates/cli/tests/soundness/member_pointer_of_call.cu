// trap: the object of '->*' is the result of a call that downloads
// must: the download inside is seen: the read after it waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct S { int *p; };
static S s{host}; static S *gets(int *device) { fill<<<1, N>>>(device, 6); cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost); return &s; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int *S::*m = &S::p;
 int *q = gets(device)->*m; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", q[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
