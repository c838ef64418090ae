// Streams in the fields of a record are told apart.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

struct Pipeline {
    cudaStream_t in, out;
    cudaEvent_t ready;
};

int main() {
    int *a, *b;
    Pipeline p;
    cudaStreamCreate(&p.in);
    cudaStreamCreate(&p.out);
    cudaEventCreate(&p.ready);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    fill<<<1, 16, 0, p.in>>>(a, 16);
    cudaEventRecord(p.ready, p.in);
    cudaStreamWaitEvent(p.out, p.ready, 0);
    twice<<<1, 16, 0, p.out>>>(a, b, 16);
    fill<<<1, 16, 0, p.in>>>(b, 16); //~ SA1001 definite
    cudaDeviceSynchronize();
    return 0;
}
