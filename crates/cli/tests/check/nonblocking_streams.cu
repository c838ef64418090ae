// A non-blocking stream does not wait for the legacy stream, nor that for it.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *h = (int *)malloc(64);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    fill<<<1, 16>>>(a, 16);
    twice<<<1, 16, 0, s>>>(a, b, 16); //~ SA1001 definite
    cudaMemcpy(h, b, 64, cudaMemcpyDeviceToHost); //~ SA1001 definite
    return h[0];
}
