// trap: an upload's source is made with alloca in a static helper, which returns with the upload in flight
// must: the helper waits before it returns, or its caller before the stack is used again
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <alloca.h>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static __attribute__((noinline)) void put(int *d, int start) { int *t = (int *)alloca(256); for (int i = 0; i < N; i++) t[i] = start * i; cudaMemcpy(d, t, 256, cudaMemcpyHostToDevice); }
static __attribute__((noinline)) int use(int k) { volatile int t[4 * N]; for (int i = 0; i < 4 * N; i++) t[i] = k; return t[3]; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    put(device, 3);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int u = use(9);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    printf("%d %d\n", u, host[5]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
