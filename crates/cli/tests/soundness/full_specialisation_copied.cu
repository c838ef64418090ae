// trap: an explicit specialisation of a class template has constructors (the primary has none) that read the downloaded array; a class holds it as a member
// must: copying that class waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template <class T> struct S {}; template <> struct S<long> { int *p; S(int *q) : p(q) { printf("c %d\n", p[1]); } S(const S &o) : p(o.p) { printf("cp %d\n", p[1]); } S() : p(host) { printf("d %d\n", p[1]); } };
struct H { S<long> s; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 S<long> s(host); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 S<long> t = s; fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 H h{s}; fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 H g = h; fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 47);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 H d; fill<<<1, N>>>(device, 8);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 48);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 S<long> arr[2];
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
