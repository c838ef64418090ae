// trap: buffers of a class are allocated and freed again and again, copied, swapped and replaced by one another
// must: each block goes to one owner at a time
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

constexpr int N = 32;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, const int *w) { v[threadIdx.x] += w[threadIdx.x]; }
namespace {
struct Buffer {
    int *at = nullptr;
    Buffer() { cudaMalloc(&at, N * sizeof(int)); }
    ~Buffer() { cudaFree(at); }
    Buffer(const Buffer &) = delete;
};
}
static int run(int k)
{
    Buffer a, b;
    fill<<<1, N>>>(a.at, k);
    fill<<<1, N>>>(b.at, 10 * k);
    std::swap(a.at, b.at);
    int host[N];
    {
        Buffer c;
        cudaMemcpy(c.at, a.at, N * sizeof(int), cudaMemcpyDeviceToDevice);
        add<<<1, N>>>(b.at, c.at);
    }
    Buffer d;
    fill<<<1, N>>>(d.at, 1000);
    add<<<1, N>>>(d.at, b.at);
    cudaMemcpy(host, d.at, sizeof(host), cudaMemcpyDeviceToHost);
    return host[k % N];
}
int main()
{
    for (int k = 0; k < 6; k++) printf("%d\n", run(k));
}
