// trap: an upload's source is made with strdupa in a static helper
// must: the helper waits before it returns
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstring>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static __attribute__((noinline)) void put(int *d, const char *s) { char *c = strdupa(s); for (char *p = c; *p; p++) ++*p; cudaMemcpy(d, c, 5, cudaMemcpyHostToDevice); }
static __attribute__((noinline)) int use(int k) { volatile int t[4 * N]; for (int i = 0; i < 4 * N; i++) t[i] = k; return t[3]; }

int main()
{
    char back[8] = {};
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    put(device, "abcd");
    int u = use(4);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    cudaMemcpy(back, device, 5, cudaMemcpyDeviceToHost);
    printf("%d %s\n", u, back);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
