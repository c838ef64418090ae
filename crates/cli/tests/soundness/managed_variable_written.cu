// trap: the host sets a __managed__ variable before each launch, after a copy that waited for the kernel before
// must: the write waits for the kernels that read the variable
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__managed__ int scale = 2;
__managed__ float *weights;
__global__ void mul(int *v) { v[threadIdx.x] *= scale; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    for (int i = 1; i < 4; i++) {
        scale = i;
        mul<<<1, N>>>(device);
        fill<<<1, N>>>(other, 50);
        cudaMemcpy(more, other, sizeof more, cudaMemcpyDeviceToHost);
        cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    }
    printf("%d\n", host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
