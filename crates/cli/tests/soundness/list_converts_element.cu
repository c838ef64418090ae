// trap: an element of a braced list is converted by the program's conversion operator, which reads the downloaded array
// must: the conversion waits (also for arrays)
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Q { int *p; operator int() const { return p[1]; } };
struct T { int a, b; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 Q q{host};
 fill<<<1, N>>>(device, 8);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 48);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 T t{q, 2}; printf("%d\n", t.a);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
