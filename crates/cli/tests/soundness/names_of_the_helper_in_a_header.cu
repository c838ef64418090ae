// trap: a header of the program uses both names that the helper may take; this file does not say them
// must: the helper takes a name that is free
#include <cuda_runtime.h>
#include <cstdio>
#include "names_of_the_helper_in_a_header.h"
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
