// Stream-ordered memory is there, and gone, in the order of its stream.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocAsync(&a, 64, s);
    fill<<<1, 16, 0, s>>>(a, 16);
    cudaFreeAsync(a, s);
    cudaMallocAsync(&b, 64, s);
    fill<<<1, 16, 0, t>>>(b, 16); //~ SA1001 definite
    cudaFreeAsync(b, s); //~ SA1001 definite
    cudaDeviceSynchronize();
    return 0;
}
