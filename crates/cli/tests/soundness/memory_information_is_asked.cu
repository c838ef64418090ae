// trap: the program prints how much device memory is free after it has freed a buffer
// must: it prints the same
#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int *v) { v[threadIdx.x] = threadIdx.x; }
int main()
{
    size_t before, after, total;
    int host[2][64], *d;
    cudaMalloc(&d, 64);
    cudaFree(d);
    cudaMemGetInfo(&before, &total);
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&d, sizeof(host[k]));
        fill<<<1, 64>>>(d);
        cudaMemcpy(host[k], d, sizeof(host[k]), cudaMemcpyDeviceToHost);
        cudaFree(d);
    }
    cudaMemGetInfo(&after, &total);
    printf("%d %d\n", host[1][63], before == after);
}
