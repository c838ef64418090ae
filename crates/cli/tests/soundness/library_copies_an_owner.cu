// trap: std::make_shared and std::make_pair copy a vector that is the target of a download
// must: these calls read the vector's elements, so they wait for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    std::vector<int> host(N);
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    auto shared = std::make_shared<std::vector<int>>(host);
    printf("%d %d\n", (*shared)[1], more[3]);

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    auto pair = std::make_pair(1, host);
    printf("%d\n", pair.second[1]);
    cudaFree(device);
    cudaFree(other);
}
