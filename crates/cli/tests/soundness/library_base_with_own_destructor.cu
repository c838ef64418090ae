// trap: a unique_ptr to std::exception owns an object of a class of the program
// must: the data is there before p.reset(): ~R reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <exception>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R : std::exception { ~R() { printf("%d\n", host[3]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::unique_ptr<std::exception> p(new R);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    p.reset();
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
