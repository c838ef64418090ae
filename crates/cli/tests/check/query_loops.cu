// Loops that ask until the answer is yes have waited when they end.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *h, sum = 0;
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaMalloc(&a, 64);
    cudaMallocHost(&h, 64);
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    while (cudaStreamQuery(s) != cudaSuccess) {
    }
    sum += h[0];
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s);
    cudaError_t state;
    do {
        state = cudaEventQuery(e);
    } while (state == cudaErrorNotReady);
    sum += h[1];
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    for (;;) {
        if (cudaStreamQuery(s) == cudaSuccess) break;
    }
    return sum + h[2];
}
