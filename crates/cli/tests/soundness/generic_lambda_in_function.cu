// trap: a generic lambda that downloads is stored in a std::function and called through it
// must: the analysis ends, and the reads after both calls wait for the downloads
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>

constexpr int N = 64;

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int first[N], second[N];
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    auto fetch = [device](auto to) { cudaMemcpy(to, device, N * sizeof(int), cudaMemcpyDeviceToHost); };

    fill<<<1, N>>>(device, 3);
    fetch(first);
    printf("%d\n", first[3]);

    std::function<void(int *)> stored = fetch;
    fill<<<1, N>>>(device, 4);
    stored(second);
    printf("%d\n", second[3]);
    cudaFree(device);
}
