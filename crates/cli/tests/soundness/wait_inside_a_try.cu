// trap: a wait inside a `try` for a copy before it, whose check throws: nothing else would reach the handler
// must: the handler's work stays where nothing comes to it
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
#define TRY(call)                               \
    do {                                        \
        if ((call) != cudaSuccess) throw 5;     \
    } while (0)
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int other[N];
int main()
{
    int *device, *second, sum = 0;
    TRY(cudaMalloc(&device, N * sizeof(int)));
    TRY(cudaMalloc(&second, N * sizeof(int)));
    fill<<<1, N>>>(device, 3);
    fill<<<1, N>>>(second, 5);
    TRY(cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost));
    try {
        fill<<<1, N>>>(second, 6);
        sum += host[2];
    } catch (int) {
        fill<<<1, N>>>(device, 7);
        TRY(cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost));
    }
    TRY(cudaMemcpy(other, second, N * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d %d %d\n", sum, host[1], other[1]);
    cudaFree(device);
    cudaFree(second);
}
