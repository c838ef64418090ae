// trap: a stream buffer of the program is an instance of a class template
// must: the data is there before out << 42: overflow() reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <streambuf>
#include <ostream>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template<class C> struct Sink : std::basic_streambuf<C> { int n = 0; int overflow(int c) override { n += host[3] + c; return c; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    Sink<char> sink; std::ostream out(&sink);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    out << 42; printf("%d\n", sink.n);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
