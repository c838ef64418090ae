// The next iteration overwrites the buffer that the last one still sends.

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
    for (int i = 0; i < 4; i++) {
        h[0] = i; //~ SA1002 definite
        cudaMemcpyAsync(d, h, 64, cudaMemcpyHostToDevice, s);
        fill<<<1, 16, 0, s>>>(d, 16);
    }
    cudaStreamSynchronize(s);
    return 0;
}
