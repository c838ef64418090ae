// trap: the downloaded array is read by a function that knows it as a template argument only
// must: the call reads the array, so it waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int host[N];

template <auto *Array>
static int fourth()
{
    return (*Array)[3];
}

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", fourth<&host>());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
