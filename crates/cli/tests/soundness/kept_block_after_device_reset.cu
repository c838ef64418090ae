// trap: the device is reset between two passes, and with it the block that is kept
// must: the second pass gets a new block
#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int pass(int start)
{
    int *d, host[32];
    cudaMalloc(&d, sizeof(host));
    fill<<<1, 32>>>(d, start);
    cudaMemcpy(host, d, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return host[31];
}
int main()
{
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        sum = 3 * sum + pass(k) + pass(10 * k);
        if (k % 2) cudaDeviceReset();
    }
    printf("%d %s\n", sum, cudaGetErrorString(cudaGetLastError()));
}
