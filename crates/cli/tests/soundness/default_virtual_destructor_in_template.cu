// trap: a vector of unique_ptr to an instance of a class template with a defaulted virtual destructor is cleared
// must: the data is there before v.clear(): ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <memory>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template<class T> struct B { virtual ~B() = default; }; template<class T> struct R : B<T> { ~R() { printf("%d\n", host[3]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::vector<std::unique_ptr<B<int>>> v; v.emplace_back(new R<int>);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    v.clear();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
