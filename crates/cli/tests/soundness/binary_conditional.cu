// trap: a ?: b without a middle operand; a is a call that downloads
// must: the download inside is seen: the read after it waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int *get(int *device, int k) { fill<<<1, N>>>(device, k); cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost); return host; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int *q = get(device, 3) ?: more; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", q[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
