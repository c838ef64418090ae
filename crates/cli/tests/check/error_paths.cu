// Leaving the program is no hazard.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

#define CHECK(call)                                             \
    do {                                                        \
        cudaError_t error = call;                               \
        if (error != cudaSuccess) {                             \
            fprintf(stderr, "%s\n", cudaGetErrorString(error)); \
            exit(1);                                            \
        }                                                       \
    } while (0)

int main() {
    int *a, *h;
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaMalloc(&a, 64));
    CHECK(cudaMallocHost(&h, 64));
    fill<<<1, 16, 0, s>>>(a, 16);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d\n", h[0]);
    CHECK(cudaFreeHost(h));
    CHECK(cudaFree(a));
    CHECK(cudaStreamDestroy(s));
    return 0;
}
