// trap: a constructor run by new throws after a launch: main downloads what the kernel writes
// must: the download follows the kernel
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];
struct Own { int l[N]; Own(int *d, int k) { for (int &x : l) x = k; cudaMemcpy(d, l, 256, cudaMemcpyHostToDevice); add<<<1, N>>>(d, 1); if (k == 5) throw k; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 try { auto p = new Own(device, 5); p->l[0] = 1; } catch (int) { } int *j = (int *)malloc(256); memset(j, 0, 256); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d %d\n", host[1], j[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
