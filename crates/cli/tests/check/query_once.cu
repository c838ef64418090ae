// Asking once is no wait.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMallocHost(&h, 64);
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    cudaStreamQuery(s);
    return h[0]; //~ SA1002 possible
}
