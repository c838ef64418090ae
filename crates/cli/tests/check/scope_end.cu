// A local buffer dies while a copy fills it.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

static void fetch(const int *a, cudaStream_t s) {
    int local[16];
    cudaHostRegister(local, 64, cudaHostRegisterDefault);
    cudaMemcpyAsync(local, a, 64, cudaMemcpyDeviceToHost, s);
} //~ SA1003 definite

int main() {
    int *a;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    fetch(a, s);
    cudaDeviceSynchronize();
    return 0;
}
