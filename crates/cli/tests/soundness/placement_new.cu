// trap: an object is made, by placement new, inside the array from which an upload is still reading
// must: placement new writes what its initialiser gives: it waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <new>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N], result[N];
    int *device, *other, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    cudaMemcpy(device, host, N * sizeof(int), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    new (&host[3]) int(5);
    cudaMemcpy(result, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int x : result) sum = sum * 31 % 1000003 + x;
    printf("%d %d\n", sum, more[3]);
    cudaFree(device);
    cudaFree(other);
}
