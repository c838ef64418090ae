// trap: a structured binding in the initialiser of an if (a for) is initialised by a function that reads the downloaded array
// must: the statement waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Status { int code, count; };

static Status show(const int *v)
{
    int count = printf("%d\n", v[3]);
    return {0, count};
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    if (auto [code, count] = show(host); true) printf("shown\n");
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
