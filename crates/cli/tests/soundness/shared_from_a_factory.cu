// trap: a function template makes the object that a shared_ptr to its base owns
// must: the data is there before p.reset(): ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { int k = 3; }; struct R : B { ~R() { printf("%d\n", host[k]); } }; template<class T> std::shared_ptr<B> make() { return std::make_shared<T>(); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::shared_ptr<B> p = make<R>();
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    p.reset();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
