// The per-thread default stream is no barrier between other streams, but waits for nobody.
// checked with: -default-stream per-thread

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *c;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMalloc(&c, 64);
    fill<<<1, 16, 0, s>>>(a, 16);
    fill<<<1, 16>>>(c, 16);
    twice<<<1, 16, 0, t>>>(a, b, 16); //~ SA1001 definite
    twice<<<1, 16>>>(a, b, 16); //~ SA1001 definite //~ SA1001 definite
    cudaDeviceSynchronize();
    return 0;
}
