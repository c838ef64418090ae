// trap: pageable memory is the target of a download and the source of the next upload, with nothing between
// must: an asynchronous upload may read pageable memory at its call, so the call waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 + by; }

int main()
{
    int host[N], result[N], *first, *second, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&first, sizeof(host));
    cudaMalloc(&second, sizeof(host));
    cudaMemcpy(first, host, sizeof(host), cudaMemcpyHostToDevice);
    step<<<1, N>>>(first, 1);
    cudaMemcpy(host, first, sizeof(host), cudaMemcpyDeviceToHost);
    cudaMemcpy(second, host, sizeof(host), cudaMemcpyHostToDevice);
    step<<<1, N>>>(second, 2);
    cudaMemcpy(result, second, sizeof(result), cudaMemcpyDeviceToHost);
    for (int x : result) sum = sum * 31 % 1000003 + x;
    printf("%d\n", sum);
    cudaFree(first);
    cudaFree(second);
}
