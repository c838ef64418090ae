// trap: a kernel calls through a __device__ function pointer that another kernel sets
// must: the call reads the pointer, so each launch keeps its place after the one that sets it
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps

typedef int (*Function)(int);

__device__ int plus_one(int x) { return x + 1; }
__device__ int times_seven(int x) { return x * 7; }
__device__ Function current;

__global__ void choose(int which) { current = which ? times_seven : plus_one; }
__global__ void call(int *out) { out[0] = current(5); }

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other, result = 0;
    cudaMalloc(&device, sizeof(int));
    cudaMalloc(&other, sizeof(more));
    for (int which = 0; which < 2; which++) {
        fill<<<1, N>>>(other, which);
        cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
        choose<<<1, 1>>>(which);
        call<<<1, 1>>>(device);
        cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d %d\n", result, more[3]);
    }
    cudaFree(device);
    cudaFree(other);
}
