// trap: a std::function holds a function object with a destructor, in a struct that is assigned
// must: the data is there before h = H{}: ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R { int k; void operator()() const {} ~R() { if (k) printf("%d\n", host[k]); } R(int k) : k(k) {} R(const R &o) : k(o.k) {} }; struct H { std::function<void()> f; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    H h; h.f = R(3);
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
