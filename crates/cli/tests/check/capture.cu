// What is issued while a stream is captured does not run.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *m;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMallocManaged(&m, 64);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<1, 16, 0, s>>>(m, 16);
    cudaStreamEndCapture(s, &graph);
    m[0] = 1;
    return m[0];
}
