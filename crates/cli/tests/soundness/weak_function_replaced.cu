// trap: a weak function with an empty body is called after the download; another file replaces it with one that reads the array
// must: the call is one of unknown code: it waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
int host[N];

__attribute__((weak)) void hook() {} // weak_function_replaced_extern.cpp has another

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    hook();
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
