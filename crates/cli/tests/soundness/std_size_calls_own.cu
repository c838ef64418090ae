// trap: std::size(c) calls c.size() of the program
// must: the data is there before std::size(c)
#include <cuda_runtime.h>
#include <cstdio>
#include <iterator>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct C { int *begin() const { printf("%d\n", host[3]); return more; } int *end() const { return more + 1; } size_t size() const { printf("%d\n", host[4]); return 1; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    C c;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    size_t b = std::size(c);
    printf("%d\n", (int)b);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
