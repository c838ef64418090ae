// trap: one function gives a shared_ptr an object, another one resets it
// must: the data is there before drop(): ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { int k = 3; }; struct R : B { ~R() { printf("%d\n", host[k]); } }; static std::shared_ptr<B> p; static void drop() { p.reset(); } static void make() { p.reset(new R); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    make();
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    drop();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
