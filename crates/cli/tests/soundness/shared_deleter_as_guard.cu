// trap: scope guard: shared_ptr<void>(nullptr, lambda)
// must: the data is there before the scope ends
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
    { std::shared_ptr<void> guard(nullptr, [host](void *) { printf("%d\n", host[3]); });
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
