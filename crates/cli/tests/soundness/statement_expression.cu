// trap: the value of a GNU statement expression is an element of the array downloaded inside it
// must: the element is read after the download, before the array's scope ends
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    int value = ({
        int local[N];
        fill<<<1, N>>>(device, 3);
        cudaMemcpy(local, device, sizeof(local), cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(device, 7);
        local[5];
    });
    printf("%d\n", value);
    cudaFree(device);
}
