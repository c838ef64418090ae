// The host reads managed memory while a kernel writes it.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *m;
    cudaMallocManaged(&m, 64);
    fill<<<1, 16>>>(m, 16);
    int early = m[0]; //~ SA1002 definite
    cudaDeviceSynchronize();
    return early + m[1];
}
