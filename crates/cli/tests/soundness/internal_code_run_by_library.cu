// trap: a class in an anonymous namespace downloads in its copy constructor and operator<; vector::push_back and std::sort run them
// must: what these leave in flight is waited for before the read
#include <cuda_runtime.h>
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int *gd;
namespace { struct A { int k; A(int x) : k(x) {} A(const A &o) : k(o.k) { fill<<<1, N>>>(gd, 4); cudaMemcpy(host, gd, 256, cudaMemcpyDeviceToHost); } bool operator<(const A &o) const { fill<<<1, N>>>(gd, k); cudaMemcpy(host, gd, 256, cudaMemcpyDeviceToHost); return k < o.k; } }; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 gd = device; std::vector<A> v; v.reserve(4); A a(1); v.push_back(a); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]); v.push_back(A(0)); fill<<<1, N>>>(device, 9); std::sort(v.begin(), v.end()); fill<<<1, N>>>(other, 60);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]); auto w = v; fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
