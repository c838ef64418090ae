// trap: the downloaded array is read in the default argument of a function
// must: a call that leaves the argument out waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int host[N];
static int more[N]; // of a chain that overlaps

static int twice(int value = host[2]) { return 2 * value; }

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
    printf("%d\n", twice());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
