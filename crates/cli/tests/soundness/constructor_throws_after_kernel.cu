// trap: a constructor throws after a launch; main catches it and downloads what the kernel writes
// must: the download follows the kernel
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];
struct Own { Own(int *d, int k) { cudaMemcpy(d, host, 256, cudaMemcpyHostToDevice); add<<<1, N>>>(d, 1); if (k == 5) throw k; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 host[1] = 5; try { Own o(device, 5); } catch (int) { } cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
