// trap: a range-for runs over a vector returned by a function and downloads in its body
// must: the read after the loop waits
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static std::vector<int> mk() { return std::vector<int>(3, 5); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 for (int x : mk()) { fill<<<1, N>>>(device, x); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); } fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
