// trap: a lambda captures the target of a download by copy; its body reads the copy
// must: the elements are copied where the lambda is made, so that waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    std::vector<int> host(N);
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    auto second = [host] { return host[1]; };
    printf("%d\n", second());
    cudaFree(device);
}
