// trap: std::cout writes into a stream buffer of the program, whose overflow reads a buffer
// must: the insertion waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Tee : std::streambuf { int overflow(int c) override { putchar(c); if (c == '\n') printf("[%d]", host[3]); return c; } };

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    Tee t;
    std::streambuf *old = std::cout.rdbuf(&t);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    std::cout << "a line" << std::endl;
    std::cout.rdbuf(old);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
