// trap: assignment to a pair<int &, int> writes through the reference
// must: the upload of the element's buffer is complete before t = u
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <functional>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    int *host = (int *)calloc(1, 256);
    std::pair<int &, int> t(host[5], 3); std::pair<int, int> u(2, 2);
    cudaMemcpy(device, host, 256, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int res[N];
    t = u;
    cudaMemcpy(res, device, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", res[5]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
