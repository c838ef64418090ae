// A function that a stream calls runs in the order of its stream.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

static int total;
static void CUDART_CB add(void *data) { total += *(int *)data; }

int main() {
    int *a, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMallocHost(&h, 64);
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, add, h);
    int early = total; //~ SA1002 possible
    cudaStreamSynchronize(s);
    return early + total;
}
