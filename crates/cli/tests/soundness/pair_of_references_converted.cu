// trap: a pair<int &, int> is converted to pair<int, int>
// must: the referenced element is complete before the conversion reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <functional>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    int *host = (int *)calloc(1, 256);
    std::pair<int &, int> t(host[5], 3);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    std::pair<int, int> u = t;
    printf("%d\n", u.first);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
