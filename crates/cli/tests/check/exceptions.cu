// An exception goes around the wait.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

static void issue(int *h, const int *a, cudaStream_t s, int n) {
    cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
    if (n > 3) throw n;
    cudaStreamSynchronize(s);
}

int main(int argc, char **) {
    int *a, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&a, 64);
    cudaMallocHost(&h, 64);
    try {
        issue(h, a, s, argc);
    } catch (int) {
        return h[0]; //~ SA1002 definite
    }
    return h[1];
}
