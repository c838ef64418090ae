// trap: the bodies of a loop and of the if in it, both without braces, end at the same place and both get a line before them
// must: the output has both closing braces
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int twice(int c) { return 2 * c; }
int (*volatile call)(int) = twice; // anything
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    cudaDeviceSynchronize();
    fill<<<1, N>>>(device, 7);
    for (int c = 0; c < 3; c++) if (call(c) > 1) call(c);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
