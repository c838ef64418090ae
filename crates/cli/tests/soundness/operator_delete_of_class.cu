// trap: a class has its own operator delete (and delete[]), which reads the downloaded array
// must: the delete expression waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct V { int k; static void operator delete(void *p) { printf("del %d\n", host[2]); free(p); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 V *v = (V *)malloc(sizeof(V));
 fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 delete v;
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
