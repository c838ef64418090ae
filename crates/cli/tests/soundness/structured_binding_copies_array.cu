// trap: auto [a, b, c, d] = host copies an array that a download fills
// must: the copy waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int host[4];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    auto [a, b, c, d] = host;
    fill<<<1, N>>>(device, 80);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", d, host[1]);
    fill<<<1, N>>>(other, 80);
    cudaMemcpy(more, other, sizeof more, cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
