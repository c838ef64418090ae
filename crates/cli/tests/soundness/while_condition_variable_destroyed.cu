// trap: the variable in a loop's condition is destroyed after every round, and its destructor reads what the body downloaded
// must: the end of the round waits (for loops, too)
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct G { int *p; bool on; ~G() { printf("~ %d\n", p[1]); } explicit operator bool() const { return on; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 int i = 0; while (G g{host, i++ < 2}) { fill<<<1, N>>>(device, i); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
