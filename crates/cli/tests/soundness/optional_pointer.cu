// trap: the host reads the downloaded array through a pointer that was assigned to a std::optional
// must: what the optional gives back is that pointer: the read waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <optional>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    std::optional<int *> chosen;
    chosen = host;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", (*chosen)[2]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
