// Work in the legacy stream lies between the work of two blocking streams.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *c;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMalloc(&c, 64);
    fill<<<1, 16, 0, s>>>(a, 16);
    fill<<<1, 16>>>(c, 16);
    twice<<<1, 16, 0, t>>>(a, b, 16);
    cudaDeviceSynchronize();
    return 0;
}
