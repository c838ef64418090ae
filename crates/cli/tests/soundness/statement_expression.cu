// trap: the value of a GNU statement expression is an element of the array downloaded inside it
// must: the element is read after the download, before the array's scope ends
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    int value = ({
        int local[N];
        fill<<<1, N>>>(device, 3);
        cudaMemcpy(local, device, sizeof(local), cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(device, 7);
        fill<<<1, N>>>(other, 40);
        cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
        local[5];
    });
    printf("%d %d\n", value, more[3]);
    cudaFree(device);
    cudaFree(other);
}
