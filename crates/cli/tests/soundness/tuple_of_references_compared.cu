// trap: a tuple of references is compared
// must: the referenced elements are there before the comparison
#include <cuda_runtime.h>
#include <cstdio>
#include <tuple>
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
    auto t = std::tie(host[3], host[4]);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", t < std::make_tuple(11, 3));
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
