// trap: a structured binding copies the downloaded record (`auto [a, b] = record`), which is used for the next download before the names are used
// must: the declaration waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Pair { int first, second; };
static Pair pair;

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(&pair, device, sizeof(pair), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    auto [first, second] = pair;
    fill<<<1, N>>>(device, 9);
    cudaMemcpy(&pair, device, sizeof(pair), cudaMemcpyDeviceToHost);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d %d\n", first, second);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
