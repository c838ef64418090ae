// trap: a function's copy completed its caller's kernel, and then the function reads what the kernel wrote
// must: the read finds the kernel complete
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int second_of(int *pinned, int *host, int *device)
{
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    return pinned[1];
}
int main()
{
    int *device, *pinned;
    int host[N];
    cudaMalloc(&device, N * sizeof(int));
    cudaMemset(device, 0, N * sizeof(int));
    cudaMallocHost(&pinned, N * sizeof(int));
    for (int i = 0; i < N; i++) pinned[i] = -1;
    fill<<<1, N>>>(pinned, 3);
    int k = second_of(pinned, host, device);
    printf("%d\n", k);
    printf("%d\n", host[3]);
    cudaFree(device);
    cudaFreeHost(pinned);
}
