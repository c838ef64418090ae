// trap: a library that nothing is known of calls a function that it was given before
// must: the data is there before library_poll()
#include <cuda_runtime.h>
#include <cstdio>
#include "registered_with_a_library.h"
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static void show() { printf("%d\n", host[3]); }
static void poll() { library_poll(); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    library_set(show);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    poll();
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
