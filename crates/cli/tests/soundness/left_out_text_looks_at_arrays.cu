// analysed with: -DQUIET
// trap: text that is left out when the program is analysed prints, and changes, an array that a download brings
// must: the wait stands before it
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int more[N]; // of a chain that overlaps

int main()
{
    int host[N], *device, *other;
    cudaMalloc(&device, sizeof(host));
    cudaMalloc(&other, sizeof(more));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 7);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
#ifndef QUIET
    for (int i = 0; i < 3; i++) printf("%d ", host[i]++);
#endif
    printf("%d %d\n", host[1], more[1]);
    cudaFree(device);
    cudaFree(other);
}
