// An asynchronous copy of pageable memory may wait; one of page-locked memory does not.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *pinned, *plain = (int *)malloc(64);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMallocHost(&pinned, 64);
    cudaMemcpyAsync(a, pinned, 64, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(plain, a, 64, cudaMemcpyDeviceToHost, s); //~ SA1008 advice
    cudaStreamSynchronize(s);
    free(plain);
    return 0;
}
