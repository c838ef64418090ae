// A synchronous copy to host memory waits for its stream; one within the device does not.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *h, *m;
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMallocHost(&h, 64);
    cudaMallocManaged(&m, 64);
    fill<<<1, 16>>>(m, 16);
    cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost);
    int sum = m[0] + h[0];
    fill<<<1, 16>>>(m, 16);
    cudaMemcpy(b, a, 64, cudaMemcpyDeviceToDevice);
    return sum + m[1]; //~ SA1002 definite
}
