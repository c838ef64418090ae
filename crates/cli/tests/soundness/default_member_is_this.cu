// trap: a default member initialiser is 'this'; the buffer is read through that pointer
// must: the read waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct A { int *p; A *self = this; A(int *q) : p(q) {} int get() { return self->p[1]; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 A a(host); fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", a.get());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
