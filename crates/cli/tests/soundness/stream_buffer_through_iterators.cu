// trap: a string is made from istreambuf_iterators over a stream buffer of the program
// must: the data is there before the string is made: underflow() reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <istream>
#include <string>
#include <streambuf>
#include <iterator>
#include <algorithm>
#include <vector>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Src : std::streambuf { char c; int n = 0; int underflow() override { if (n++ > 2) return -1; c = '0' + host[3] % 10; setg(&c, &c, &c + 1); return c; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    Src src; std::istream in(&src);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    std::string s{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; printf("%s\n", s.c_str());
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
