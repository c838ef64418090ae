// A kernel writes page-locked memory through its device address.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *h, *d;
    cudaHostAlloc(&h, 64, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&d, h, 0);
    fill<<<1, 16>>>(d, 16);
    int early = h[0]; //~ SA1002 definite
    cudaDeviceSynchronize();
    return early + h[1];
}
