// trap: a class has its own operator new, which reads the downloaded array
// must: the new expression waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct V { int k; static void *operator new(size_t n) { printf("new %d\n", host[1]); return malloc(n); } static void operator delete(void *p) { free(p); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 V *v = new V;
 printf("%d\n", v != nullptr);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
