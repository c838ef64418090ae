// trap: a pmr::vector over a monotonic_buffer_resource over the buffer is downloaded into
// must: host[3] is read after the download into v.data()
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <memory_resource>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
alignas(16) static int host[N];
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::pmr::monotonic_buffer_resource pool(host, sizeof(host));
    std::pmr::vector<int> v(N, 0, &pool);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(v.data(), device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    printf("%d\n", host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
