// Several iterations are in flight at once: each uses its own stream and part of the buffers.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    const int parts = 4;
    int *d, *h;
    cudaStream_t s[parts];
    cudaMalloc(&d, 64 * parts);
    cudaMallocHost(&h, 64 * parts);
    for (int i = 0; i < parts; i++) cudaStreamCreate(&s[i]);
    for (int i = 0; i < parts; i++) {
        cudaMemcpyAsync(d + 16 * i, h + 16 * i, 64, cudaMemcpyHostToDevice, s[i]);
        fill<<<1, 16, 0, s[i]>>>(d + 16 * i, 16);
        cudaMemcpyAsync(h + 16 * i, d + 16 * i, 64, cudaMemcpyDeviceToHost, s[i]);
    }
    for (int i = 0; i < parts; i++) cudaStreamSynchronize(s[i]);
    int sum = 0;
    for (int i = 0; i < 16 * parts; i++) sum += h[i];
    return sum;
}
