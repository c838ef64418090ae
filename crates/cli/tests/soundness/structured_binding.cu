// trap: the download's target and source are the names of a structured binding
// must: the names denote the members of the bound object: the read of the member waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Pair {
    int *host;
    int *device;
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    Pair pair;
    pair.host = new int[N];
    cudaMalloc(&pair.device, N * sizeof(int));

    auto &[to, from] = pair;
    fill<<<1, N>>>(from, 3);
    cudaMemcpy(to, from, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", pair.host[2]);
    cudaFree(pair.device);
    delete[] pair.host;
}
