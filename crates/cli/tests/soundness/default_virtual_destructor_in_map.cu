// trap: a map holds a unique_ptr to a base with a defaulted virtual destructor
// must: the data is there before m.erase("a")
#include <cuda_runtime.h>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { virtual ~B() = default; }; struct R : B { ~R() { printf("%d\n", host[3]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::map<std::string, std::unique_ptr<B>> m; m["a"] = std::make_unique<R>();
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    m.erase("a");
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
