// trap: a buffer is reached from the linker's symbols of its section
// must: the read waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N] __attribute__((section("bufs"), used));
extern "C" { extern int __start_bufs[]; extern int __stop_bufs[]; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int *p = __start_bufs; p != __stop_bufs; p++) sum += *p;
    printf("%d\n", sum);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
