// trap: the elements of a std::initializer_list argument are made by converting constructors that read the downloaded array
// must: the call waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <map>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Q { int v; Q(int *p) : v(p[1]) {} };
static int sum(std::initializer_list<Q> l) { int s = 0; for (auto &q : l) s += q.v; return s; }
static int two(const Q &a, Q b = host) { return a.v + b.v; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", sum({host, host})); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 std::vector<Q> v{host}; printf("%d\n", v[0].v); fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", two(host)); fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 v.push_back(host); printf("%d\n", v[1].v); fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 47);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 Q q = host; printf("%d\n", q.v); fill<<<1, N>>>(device, 8);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 48);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 q = host; printf("%d\n", q.v); fill<<<1, N>>>(device, 9);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 49);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 std::map<int, Q> m{{1, host}}; printf("%d\n", m.at(1).v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
