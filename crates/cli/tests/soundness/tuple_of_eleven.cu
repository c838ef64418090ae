// trap: a tuple of eleven elements; the last is the pointer
// must: the element read through get<10> waits
#include <cuda_runtime.h>
#include <cstdio>
#include <tuple>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    int *host = (int *)malloc(256);
    auto t = std::make_tuple(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, host);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    printf("%d\n", std::get<10>(t)[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
