// trap: the lambda deleter of a shared_ptr reads the buffer
// must: the data is there before p = nullptr
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    int *host = (int *)malloc(256);
    std::shared_ptr<int> p(new int(3), [host](int *p) { printf("%d %d\n", *p, host[3]); delete p; });
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    p = nullptr;
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
