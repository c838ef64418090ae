// trap: functions of cooperative groups take the values that they combine by reference to global memory
// must: the kernels wait for those that write these values
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void sum(int *to, const int *v)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int total = cg::reduce(tile, v[threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0) to[threadIdx.x / 32] = total;
}
__global__ void first(int *to, const int *v)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    to[threadIdx.x] = tile.shfl(v[threadIdx.x], 3);
}

int main()
{
    int sums[2], firsts[N];
    int *device, *other, *results, *shuffled;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    cudaMalloc(&results, N * sizeof(int));
    cudaMalloc(&shuffled, N * sizeof(int));
    fill<<<1, N>>>(results, 0);
    fill<<<1, N>>>(shuffled, 0);
    fill<<<1, N>>>(device, 7);
    sum<<<1, N>>>(results, device);
    first<<<1, N>>>(shuffled, device);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(sums, results, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(firsts, shuffled, sizeof firsts, cudaMemcpyDeviceToHost);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", sums[0], sums[1], firsts[40]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
    cudaFree(results);
    cudaFree(shuffled);
}
