// trap: an object in the init-statement of a for is destroyed after the loop that downloads; its destructor writes the array
// must: the destructor waits, and so does the read after it
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct G { int *p; G(int *q) : p(q) {} ~G() { p[0] = 1; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 for (G g(host);;) { fill<<<1, N>>>(device, 6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 46);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 break; } printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
