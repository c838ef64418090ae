// A stream waits for an event that was recorded after the operation.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

int main() {
    int *a, *b, *h;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaMalloc(&a, 64);
    cudaMalloc(&b, 64);
    cudaMallocHost(&h, 64);
    fill<<<1, 16, 0, s>>>(a, 16);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    twice<<<1, 16, 0, t>>>(a, b, 16);
    cudaMemcpyAsync(h, b, 64, cudaMemcpyDeviceToHost, t);
    cudaEventRecord(e, t);
    cudaEventSynchronize(e);
    return h[0];
}
