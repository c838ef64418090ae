// A memset of device memory does not wait for anything.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *m;
    cudaMalloc(&a, 64);
    cudaMallocManaged(&m, 64);
    fill<<<1, 16>>>(m, 16);
    cudaMemset(a, 0, 64);
    return m[1]; //~ SA1002 definite
}
