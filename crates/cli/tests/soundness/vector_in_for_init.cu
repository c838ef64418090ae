// trap: the vector uploaded in a loop's body is declared in the loop's init-statement (or an if's)
// must: the upload is complete before the vector is destroyed
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];
static void f(int *device, int *other) { for (std::vector<int> v(N, 7);;) { cudaMemcpy(device, v.data(), 256, cudaMemcpyHostToDevice); add<<<1, N>>>(device, 1); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 break; } std::vector<int> junk(N, -1); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); printf("%d %d\n", host[1], junk[2]); if (std::vector<int> v(N, 9); v.size()) { cudaMemcpy(device, v.data(), 256, cudaMemcpyHostToDevice); add<<<1, N>>>(device, 1); } std::vector<int> j2(N, -1); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); printf("%d %d\n", host[1], j2[2]); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 f(device, other);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
