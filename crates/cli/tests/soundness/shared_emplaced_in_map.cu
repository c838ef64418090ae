// trap: a map's emplace converts a shared_ptr to one of a base without virtual destructor
// must: the data is there before m.clear(): ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <map>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { int k = 3; }; struct R : B { ~R() { printf("%d\n", host[k]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::map<int, std::shared_ptr<B>> m; m.emplace(1, std::make_shared<R>());
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    m.clear();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
