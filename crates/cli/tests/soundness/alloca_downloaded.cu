// trap: a download into memory of alloca, in a static helper that returns with it in flight
// must: the helper waits before it returns (else the copy writes over the stack of later calls)
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <alloca.h>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static __attribute__((noinline)) void skip(int *d) { int *t = (int *)alloca(256); cudaMemcpy(t, d, 256, cudaMemcpyDeviceToHost); }
static __attribute__((noinline)) int use(int k, int *o) { volatile int t[4 * N]; for (int i = 0; i < 4 * N; i++) t[i] = k; cudaEventQuery(0); cudaGetLastError(); fill<<<1, N>>>(o, 9); int s = 0; for (int i = 0; i < 4 * N; i++) s += t[i]; return s; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    skip(device);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", use(9, device));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
