// trap: ctype::toupper changes the buffer
// must: the data is there before toupper
#include <cuda_runtime.h>
#include <cstdio>
#include <locale>
#include <cstring>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static char text[64];
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    auto &f = std::use_facet<std::ctype<char>>(std::locale::classic());
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    f.toupper((char *)host, (char *)host + 4); printf("%d\n", host[0]);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
