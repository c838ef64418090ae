// trap: std::cout is redirected to a stream buffer of the program with rdbuf(&c)
// must: the data is there before std::cout << "ab"
#include <cuda_runtime.h>
#include <cstdio>
#include <iostream>
#include <streambuf>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Count : std::streambuf { int n = 0; int overflow(int c) override { n += host[2]; return c; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    Count c; auto *old = std::cout.rdbuf(&c);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    std::cout << "ab";
    std::cout.rdbuf(old);
    printf("%d\n", c.n);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
