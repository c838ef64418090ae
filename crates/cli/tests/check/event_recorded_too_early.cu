// The event is recorded before the operation that it should stand for.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&e);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaEventRecord(e, s);
    fill<<<1, 16, 0, s>>>(a, 16);
    cudaStreamWaitEvent(t, e, 0);
    twice<<<1, 16, 0, t>>>(a, b, 16); //~ SA1001 definite
    cudaDeviceSynchronize();
    return 0;
}
