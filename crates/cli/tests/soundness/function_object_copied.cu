// trap: a std::function holds a function object with a copy constructor and a destructor
// must: the data is there before g = f, and at the end of the scope
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <utility>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R { int k; void operator()() const {} ~R() { if (k) printf("%d\n", host[k]); } R(int k) : k(k) {} R(const R &o) : k(o.k) {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::function<void()> f = R(3); std::function<void()> g;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    g = f;
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
