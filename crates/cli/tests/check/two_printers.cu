// What two kernels print may be mixed.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

__global__ void print(int n) { printf("%d\n", n); }

int main() {
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    print<<<1, 1, 0, s>>>(1);
    print<<<1, 1, 0, t>>>(2); //~ SA1009 possible
    cudaDeviceSynchronize();
    print<<<1, 1, 0, s>>>(3);
    print<<<1, 1, 0, s>>>(4);
    cudaDeviceSynchronize();
    return 0;
}
