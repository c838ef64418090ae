// trap: the functor deleter given to a shared_ptr reads the buffer
// must: the data is there before p.reset()
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Del { void operator()(int *p) const { printf("%d %d\n", *p, host[3]); delete p; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::shared_ptr<int> p(new int(3), Del{});
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    p.reset();
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
