// The host reads a buffer that a copy still fills.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *d, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 64);
    cudaMallocHost(&h, 64);
    fill<<<1, 16, 0, s>>>(d, 16);
    cudaMemcpyAsync(h, d, 64, cudaMemcpyDeviceToHost, s);
    int first = h[0]; //~ SA1002 definite
    cudaStreamSynchronize(s);
    return first + h[1];
}
