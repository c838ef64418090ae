// trap: an upload's source is a scalar temporary whose address a function returned
// must: the end of the full expression waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static const int *at(const int &x) { return &x; }
static __attribute__((noinline)) int use(int k) { volatile int t[4 * N]; for (int i = 0; i < 4 * N; i++) t[i] = k; return t[3]; }
static __attribute__((noinline)) void go(int *d, int k) { cudaMemcpy(d, at(k * 7), sizeof k, cudaMemcpyHostToDevice); }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    go(device, 6);
    int u = use(4);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    printf("%d %d\n", u, host[0]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
