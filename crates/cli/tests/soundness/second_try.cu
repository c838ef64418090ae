// trap: two `try` statements in one function end the same variables on their way to a handler
// must: an exception in the second goes to the second's handler, which reads what was downloaded
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int host[N], more[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    try {
        throw 1;
    } catch (int) {
        printf("first\n");
    }
    try {
        throw 2;
    } catch (int) {
        printf("%d\n", host[2]);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
