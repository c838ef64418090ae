// trap: the vector uploaded in a branch is owned by the optional in the if's condition
// must: the upload is complete before the optional is destroyed
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <vector>
#include <optional>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
static int host[N];
static std::optional<std::vector<int>> get(int k) { return std::vector<int>(N, k); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 if (auto v = get(5)) { cudaMemcpy(device, v->data(), 256, cudaMemcpyHostToDevice); add<<<1, N>>>(device, 1); } fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 std::vector<int> junk(N, -1); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); printf("%d %d\n", host[1], junk[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
