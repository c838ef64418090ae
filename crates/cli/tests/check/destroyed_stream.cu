// A stream is used after it was destroyed.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaStreamDestroy(s);
    fill<<<1, 16, 0, s>>>(a, 16); //~ SA1005 definite
    cudaDeviceSynchronize();
    return 0;
}
