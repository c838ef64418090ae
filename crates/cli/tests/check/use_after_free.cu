// Memory that is gone.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b;
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaFree(a);
    fill<<<1, 16>>>(a, 16); //~ SA1004 definite
    cudaFree(b);
    cudaMalloc(&b, 64);
    fill<<<1, 16>>>(b, 16);
    cudaFree(b);
    return 0;
}
