// trap: the handler reads the downloaded array through a pointer that travelled in a std::exception_ptr
// must: the read waits
#include <cuda_runtime.h>
#include <cstdio>
#include <exception>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 auto e = std::make_exception_ptr(host); fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 try { std::rethrow_exception(e); } catch (int *q) { printf("%d\n", q[1]); }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
