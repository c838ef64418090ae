// trap: a vector of shared_ptr with a function as deleter, cleared
// must: the data is there before ps.clear()
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <vector>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static void del(int *p) { printf("%d %d\n", *p, host[3]); delete p; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::vector<std::shared_ptr<int>> ps; ps.emplace_back(new int(3), del);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    ps.clear();
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
