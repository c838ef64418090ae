// trap: a range-for over an array copies its elements with a copy constructor that reads the downloaded array
// must: the loop waits (vector: too)
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Noisy { int *p; Noisy(int *q) : p(q) {} Noisy(const Noisy &o) : p(o.p) { printf("copy %d\n", p[1]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 static Noisy v[2] = {host, host}; fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 for (auto x : v) { (void)x; }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
