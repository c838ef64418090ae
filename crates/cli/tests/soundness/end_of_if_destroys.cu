// trap: an object declared in the init-statement of an if is destroyed after the branch that downloads; its destructor reads the array
// must: the destructor waits, inside or after the if, not before it
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct G { int *p; G(int *q) : p(q) {} ~G() { printf("~ %d\n", p[1]); } explicit operator bool() const { return true; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 if (G g(host); true) { fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
