// trap: an atomic variable gets a buffer's address by fetch_or, another one by +=
// must: what is read through the address waits
#include <cuda_runtime.h>
#include <atomic>
#include <cstdint>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int back[N];

int main()
{
    std::atomic<uintptr_t> first{0}, second{0};
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    first.fetch_or((uintptr_t)host);
    second += (uintptr_t)back;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(back, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    uintptr_t a = first, b = second;
    printf("%d\n", ((int *)a)[3]);
    printf("%d\n", ((int *)b)[4]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
