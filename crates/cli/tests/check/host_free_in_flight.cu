// `free` waits for nothing; the memory is page-locked, so the copy does not either.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *h = (int *)malloc(64);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaHostRegister(h, 64, cudaHostRegisterDefault);
    cudaMalloc(&a, 64);
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    free(h); //~ SA1003 definite
    cudaDeviceSynchronize();
    return 0;
}
