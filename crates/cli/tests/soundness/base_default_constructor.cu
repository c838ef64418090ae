// trap: a constructor without initialiser for its base runs the base's default constructor, which reads the downloaded array
// must: the construction waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct A { int v; A() : v(host[1]) {} };
struct B : A { B() {} };
struct C : virtual A { C(int) {} };
struct D : C { D() : C(1) {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 B b; printf("%d\n", b.v); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 C c(1); printf("%d\n", c.v); fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 D d; printf("%d\n", d.v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
