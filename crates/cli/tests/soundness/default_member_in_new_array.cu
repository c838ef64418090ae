// trap: new A[n] runs default member initialisers that read the downloaded array
// must: new waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct A { int a = host[1]; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 A *n = new A[2]; printf("%d\n", n[1].a);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
