// trap: a temporary object made with braces is destroyed at once, and its destructor reads the downloaded buffer
// must: that statement waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Reporter {
    int *host = nullptr;
    ~Reporter()
    {
        if (host) printf("%d\n", host[1]);
    }
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Reporter{host};
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
