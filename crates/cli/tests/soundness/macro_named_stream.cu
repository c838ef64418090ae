// trap: the program defines a macro named stream (record, wait, check): the helper uses these words
// must: the output compiles
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
namespace streamalloc { static int x; } namespace N2 { namespace sa { static int y; } }
#define record(x) x
#define wait(x) x
#define stream 7
#define check(x) x
#define Lock 3
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d %d\n", host[1], stream); streamalloc::x = 3; fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
