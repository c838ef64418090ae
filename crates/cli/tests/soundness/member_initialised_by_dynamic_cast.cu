// trap: a constructor's initialiser is a dynamic_cast; the buffer is read through that pointer
// must: the read waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct B { virtual ~B() {} };
struct D : B { int *p; };
struct A { D *d; A(B *b) : d(dynamic_cast<D *>(b)) {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 D d; d.p = host; A a(&d); fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", a.d->p[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
