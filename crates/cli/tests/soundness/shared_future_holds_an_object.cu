// trap: the last shared_future of an object with a destructor is assigned
// must: the data is there before f = …: ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <future>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R { int k; ~R() { if (k) printf("%d\n", host[k]); } R(int k) : k(k) {} R(const R &o) : k(o.k) {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::promise<R> p; std::shared_future<R> f = p.get_future(); p.set_value(R(3)); p = std::promise<R>();
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    f = std::shared_future<R>();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
