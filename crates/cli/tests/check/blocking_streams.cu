// A blocking stream waits for the legacy stream, and the legacy stream for it.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *h = (int *)malloc(64);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    fill<<<1, 16>>>(a, 16);
    twice<<<1, 16, 0, s>>>(a, b, 16);
    cudaMemcpy(h, b, 64, cudaMemcpyDeviceToHost);
    return h[0];
}
