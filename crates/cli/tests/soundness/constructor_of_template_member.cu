// trap: a member (base) is an instance of a class template whose default constructor reads the downloaded array
// must: making the outer object waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template <class T> struct M { T v; M() { v = host[1]; } };
struct B { M<int> m; };
struct C : M<int> {};
struct E { M<int> m; E() {} };
struct F : M<int> { F() {} };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 B b; printf("%d\n", b.m.v); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 C c; printf("%d\n", c.v); fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 E e; printf("%d\n", e.m.v); fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 F f; printf("%d\n", f.v); fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 47);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 B *n = new B[2]; printf("%d\n", n[1].m.v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
