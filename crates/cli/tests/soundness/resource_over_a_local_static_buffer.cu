// trap: a pmr vector takes its elements from a buffer of the program, which reads them through the buffer
// must: the read waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory_resource>
#include <vector>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    alignas(16) static char buf[4096];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    std::pmr::monotonic_buffer_resource mr(buf, sizeof buf, std::pmr::null_memory_resource());
    std::pmr::vector<int> v(N, &mr);
    cudaMemcpy(v.data(), device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", ((int *)buf)[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
