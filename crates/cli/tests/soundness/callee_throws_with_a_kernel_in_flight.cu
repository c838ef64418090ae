// trap: a function that only ever throws leaves a kernel in flight; a copy after the handler completes it
// must: what the kernel wrote is read after that
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static void start(int *pinned)
{
    fill<<<1, N>>>(pinned, 70);
    throw 4;
}
int main()
{
    int *device, *pinned;
    int host[N];
    cudaMalloc(&device, N * sizeof(int));
    cudaMallocHost(&pinned, N * sizeof(int));
    for (int i = 0; i < N; i++) pinned[i] = -1;
    cudaMemset(device, 0, N * sizeof(int));
    int k = 0;
    try { start(pinned); } catch (int) { k = 1; }
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", pinned[1]);
    printf("%d %d\n", host[3], k);
    cudaFree(device);
    cudaFreeHost(pinned);
}
