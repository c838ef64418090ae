// Streams are followed through the parameters of functions.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

static void produce(int *to, cudaStream_t stream) { fill<<<1, 16, 0, stream>>>(to, 16); }
static void consume(const int *from, int *to, cudaStream_t stream) {
    twice<<<1, 16, 0, stream>>>(from, to, 16); //~ SA1001 definite
}
static void finish(cudaStream_t stream) { cudaStreamSynchronize(stream); }

int main() {
    int *a, *b, *c;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMalloc(&c, 64);
    produce(a, s);
    finish(s);
    consume(a, b, t);
    produce(c, s);
    consume(c, b, t);
    cudaDeviceSynchronize();
    return 0;
}
