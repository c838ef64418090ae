// trap: the init-statement of an if holds a lock_guard; the branch downloads
// left alone: a wait has no place between the body and what follows it in the statement
// must: the read after the if waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <mutex>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static std::mutex m;
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 if (std::lock_guard<std::mutex> l(m); device) { fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 } printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
