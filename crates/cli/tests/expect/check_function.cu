// A function that checks results, as NVIDIA's samples have it, keeps nothing synchronous: neither the process that may end in
// it nor the streams of the library, which are destroyed then, look at what is in flight.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iostream>

template <typename T>
void check(T result, const char *call, const char *file, int line)
{
    if (result) {
        fprintf(stderr, "%s:%d: %s: %d\n", file, line, call, static_cast<unsigned int>(result));
        exit(EXIT_FAILURE);
    }
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

__constant__ float factors[8];
__global__ void scale(float *d) { d[threadIdx.x] *= factors[threadIdx.x]; }

int main()
{
    float h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, g[8];
    float *d;
    CHECK(cudaMalloc(&d, sizeof h));
    CHECK(cudaMemcpyToSymbol(factors, h, sizeof h)); //~ async
    CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)); //~ async
    dim3 grid(1), block(8);
    scale<<<grid, block>>>(d); //~ async
    CHECK(cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost)); //~ async
    std::cout << "done" << std::endl;
    std::cout << g[3] << std::endl;
    CHECK(cudaFree(d));
    return 0;
}
// streams: 1
// waits: 1
