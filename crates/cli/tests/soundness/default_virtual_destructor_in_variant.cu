// trap: a variant holds a unique_ptr to a base with a defaulted virtual destructor
// must: the data is there before v = 3
#include <cuda_runtime.h>
#include <cstdio>
#include <variant>
#include <memory>
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
    std::variant<int, std::unique_ptr<B>> v = std::unique_ptr<B>(new R);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    v = 3;
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
