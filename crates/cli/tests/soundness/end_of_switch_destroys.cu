// trap: the variable in the condition of a switch (or an if) is destroyed after the case that downloads; its destructor reads the array
// must: the destructor waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct G { int *p; G(int *q) : p(q) {} ~G() { printf("~ %d\n", p[1]); } operator int() const { return 3; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 switch (G g = host) { case 3: printf("3\n"); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 break; default: printf("d\n"); }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
