// trap: the handler reads the downloaded arrays through a pointer that was thrown, alone or in an object
// must: what a handler catches may point to anything that was thrown: its reads wait for the downloads
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

struct Problem {
    const int *values;
    int index;
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N], second[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(second, other, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(device, 6);
    cudaMemcpy(more, device, sizeof(more), cudaMemcpyDeviceToHost);
    try {
        throw &host[1];
    } catch (int *values) {
        printf("%d\n", values[1]);
    }
    try {
        throw Problem{second, 2};
    } catch (const Problem &problem) {
        printf("%d\n", problem.values[problem.index]);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
