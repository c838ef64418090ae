// trap: a class template inside a class template has a destructor that reads the downloaded array
// must: the end of the scope waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template <class T> struct Box { T *p; Box(T *q) : p(q) {} T get(int i) const; ~Box() { printf("box %d\n", p[3]); } };
template <class T> T Box<T>::get(int i) const { return p[i]; }
template struct Box<int>;
template <class T> Box(T *) -> Box<T>;
template <class T> struct Outer { template <class U> struct Inner { T *p; U get() { return p[1]; } ~Inner() { printf("in %d\n", p[2]); } }; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 { Box b(host); fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", b.get(1)); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
 { Outer<int>::Inner<long> i{host}; fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%ld\n", i.get()); fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
