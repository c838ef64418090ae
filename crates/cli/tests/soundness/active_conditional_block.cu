// trap: the first read after the download stands in #ifdef VERBOSE, active when analysed, absent when built; the release follows
// must: the wait does not vanish with the block: the element and the release after it need the download
// analysed with: -DVERBOSE
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other, *host = new int[N];
    for (int i = 0; i < N; i++) host[i] = 0;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
#ifdef VERBOSE
    printf("first element: %d\n", host[0]);
#endif
    int *copy = new int[N];
    for (int i = 0; i < N; i++) copy[i] = host[i];
    delete[] host;
    printf("%d\n", copy[2]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
    delete[] copy;
}
