// trap: a goto enters a nested block past the declaration before which a guard would stand
// must: the output compiles
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];
static void check(int k) { if (k > 3) throw k; }
static void f(int *device, int k) { if (k == 0) goto inside; { int l[N]; { inside: for (int i = 0; i < N; i++) l[i] = k; cudaMemcpy(device, l, 256, cudaMemcpyHostToDevice); check(k); add<<<1, N>>>(device, 1); check(k); } } }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 for (int k = 0; k < 6; k++) try { f(device, k); } catch (int x) { int junk[N]; memset(junk, x, sizeof junk); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); printf("%d %d %d\n", x, host[1], junk[2]); } fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
