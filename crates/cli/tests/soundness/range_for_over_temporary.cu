// trap: the range of a for is a temporary object; it is destroyed after the loop and its destructor reads the downloaded array
// must: the end of the loop waits
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct G { std::vector<int> v{1, 2}; int *p; G(int *q) : p(q) {} ~G() { printf("~ %d\n", p[1]); } std::vector<int> *begin() { return &v; } std::vector<int> *end() { return &v + 1; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 for (auto &x : G(host)) { fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
