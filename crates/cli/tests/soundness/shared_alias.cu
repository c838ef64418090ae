// trap: a shared_ptr<int> shares the ownership of an object with a destructor
// must: the data is there before p = nullptr: ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R { int k = 3; ~R() { printf("%d\n", host[k]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::shared_ptr<int> p; { auto r = std::make_shared<R>(); p = std::shared_ptr<int>(r, &r->k); }
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    p = nullptr;
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
