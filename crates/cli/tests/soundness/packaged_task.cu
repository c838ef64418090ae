// trap: a std::packaged_task (or deferred async) runs a lambda that reads the downloaded array
// must: the call of the task waits
#include <cuda_runtime.h>
#include <cstdio>
#include <future>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 std::packaged_task<int(int)> t([](int i) { return host[i]; }); auto fu = t.get_future(); fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 t(1); printf("%d\n", fu.get());
 auto d = std::async(std::launch::deferred, [] { return host[2]; }); fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", d.get());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
