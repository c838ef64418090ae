// An event that is recorded again in another stream forgets its first record.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *h;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&e);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMallocHost(&h, 64);
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s);
    fill<<<1, 16, 0, t>>>(b, 16);
    cudaEventRecord(e, t); //~ SA1006 possible
    cudaEventSynchronize(e);
    return h[0]; //~ SA1002 definite
}
