// trap: a structured binding is initialised by a static function that downloads; the array is read right after, by its own name
// must: the read waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Status { int code, count; };

static Status fetch(int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    return {0, N};
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    auto [code, count] = fetch(device, other);
    printf("%d\n", host[3]);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d %d\n", code, count);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
