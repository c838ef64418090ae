// A correct program, whose facts are damaged by the test.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int N = 64;

__global__ void twice(int *v)
{
    v[threadIdx.x] *= 2;
}

static int sum(const int *values)
{
    int result = 0;
    for (int i = 0; i < N; i++) result += values[i];
    return result;
}

int main()
{
    int *host = static_cast<int *>(malloc(N * sizeof(int)));
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    for (int i = 0; i < N; i++) host[i] = i;
    cudaMemcpy(device, host, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(device);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    int total = sum(host);
    cudaFree(device);
    free(host);
    return total == N * (N - 1) ? 0 : 1;
}
