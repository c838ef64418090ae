// trap: future::wait runs a deferred function, which reads the downloaded array
// must: wait() waits for the download
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <future>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 auto e = std::async(std::launch::deferred, [] { return host[2]; }); fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 e.wait(); printf("%d\n", e.get());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
