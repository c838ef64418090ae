// trap: a struct with a shared_ptr<void> that has a deleter is assigned
// must: the data is there before h = H{}
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct H { std::shared_ptr<void> g; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    H h; h.g = std::shared_ptr<void>(nullptr, [](void *) { printf("%d\n", host[3]); });
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    h = H{};
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
