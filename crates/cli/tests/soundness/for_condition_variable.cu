// trap: the condition of a for declares a variable whose conversion to bool reads the downloaded array, and the body downloads
// must: the output compiles, and each test waits for the download of the round before
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Below {
    int *p, n;
    explicit operator bool() const { return n < p[0]; }
};

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    int n = 3;
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (; Below below{host, n}; n++) {
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    }
    printf("%d\n", n);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
