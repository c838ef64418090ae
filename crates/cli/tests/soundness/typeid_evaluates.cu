// trap: typeid of a polymorphic call evaluates it; the function reads the downloaded array
// must: the expression waits
#include <cuda_runtime.h>
#include <cstdio>
#include <typeinfo>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct P { virtual ~P() {} };
static P pp; static P &f() { printf("eval %d\n", host[1]); return pp; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", typeid(f()) == typeid(P));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
