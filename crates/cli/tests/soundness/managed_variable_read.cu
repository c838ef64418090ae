// trap: a kernel writes a __managed__ variable, and the host reads it after a download (which waited for the kernel)
// must: the read waits for the kernel
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__managed__ int count;
__global__ void build() { count = 3; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    build<<<1, 1>>>();
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int k = 0;
    for (int n = count; n > 0; n--) k += 10;
    printf("%d\n", k);
    printf("%d\n", host[2]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
