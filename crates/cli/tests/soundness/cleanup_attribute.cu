// trap: a variable's cleanup function (a GNU attribute) reads the buffer at the end of its scope
// must: the end of that scope waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

static void show(int **values) { printf("%d\n", (*values)[2]); }

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    {
        __attribute__((cleanup(show))) int *values = host;
        fill<<<1, N>>>(other, 50);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
