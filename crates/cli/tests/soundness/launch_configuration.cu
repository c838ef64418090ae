// trap: the shared bytes of a launch are read from a buffer that a download brings
// must: the download is complete before the launch
#include <cstdio>
#include <cuda_runtime.h>
__global__ void scale(int *d, int by) { extern __shared__ int s[]; if (threadIdx.x == 0) s[0] = by; __syncthreads(); d[threadIdx.x] *= s[0]; }
__global__ void put(int *d) { d[threadIdx.x] = 32; }
int main() {
    int h[32] = {4096}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    put<<<1, 32>>>(d);
    put<<<1, 32>>>(e);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    scale<<<1, 32, h[0]>>>(e, 2);
    int r[32];
    cudaMemcpy(r, e, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
    cudaFree(d);
    cudaFree(e);
}
