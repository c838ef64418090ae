// trap: std::make_shared and std::make_pair copy a vector that is the target of a download
// must: these calls read the vector's elements, so they wait for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

constexpr int N = 64;

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    std::vector<int> host(N);
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    auto shared = std::make_shared<std::vector<int>>(host);
    printf("%d\n", (*shared)[1]);

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    auto pair = std::make_pair(1, host);
    printf("%d\n", pair.second[1]);
    cudaFree(device);
}
