// trap: a vector of pairs with a reference is read through it
// must: the referenced element is there before it is read
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::vector<std::pair<const int &, int>> v; v.emplace_back(host[3], 3);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", v[0].first);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
