// trap: a member's (base's) default constructor has a default argument, which reads the downloaded array
// must: making the outer object waits
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct M { int v; M(int x = host[1]) : v(x) {} };
struct B { M m; };
struct C : M { };
struct E { M m; E() {} };
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
 M arr[2]; printf("%d\n", arr[1].v); fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 47);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 M *n = new M[2]; printf("%d\n", n[1].v); fill<<<1, N>>>(device, 8);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 48);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 std::vector<M> v(2); printf("%d\n", v[1].v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
