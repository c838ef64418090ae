// trap: the deleter of a unique_ptr is a plain struct whose operator() reads the buffer, at the end of the scope
// must: the data is there before the scope ends
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
    {
    std::unique_ptr<int, Del> p(new int(3));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
