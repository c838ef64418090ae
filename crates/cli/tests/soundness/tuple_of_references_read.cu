// trap: make_tuple(std::ref(x)) gives a tuple<int &>
// must: the element read through the reference member waits
#include <cuda_runtime.h>
#include <cstdio>
#include <tuple>
#include <functional>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    int *host = (int *)calloc(1, 256);
    auto t = std::make_tuple(std::ref(host[5]), 3);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    int a = std::get<0>(t);
    printf("%d\n", a);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
