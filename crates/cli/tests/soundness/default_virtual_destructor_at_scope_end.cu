// trap: a vector of unique_ptr to a base with a defaulted virtual destructor ends with its scope
// must: the data is there before the vector's elements are destroyed
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <vector>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { virtual ~B() = default; virtual int f() = 0; };
struct R : B { int f() override { return 1; } ~R() override { printf("%d\n", host[3]); } };
static std::unique_ptr<B> make(int k) { if (k == 0) return nullptr; return std::unique_ptr<B>(new R); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
   {
    std::vector<std::unique_ptr<B>> ps; ps.push_back(make(1));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

   }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
