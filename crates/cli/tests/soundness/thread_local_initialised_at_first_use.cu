// trap: a namespace-scope thread_local is initialised at its first use, after the download, and its initialiser reads the array
// must: the first use waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static thread_local int seen = host[2];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", seen);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
