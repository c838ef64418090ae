// Warp shuffles, votes and cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void shuffles(int *out)
{
    const unsigned full = 0xffffffff;
    int lane = threadIdx.x % 32, v = threadIdx.x, bad = 0;
    for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(full, v, step);
    int warp = threadIdx.x / 32, want = 32 * (32 * warp) + 31 * 16;
    if (lane == 0) bad += v != want;
    bad += __shfl_sync(full, lane, 5) != 5;
    bad += __shfl_sync(full, lane, 5, 8) != lane / 8 * 8 + 5;
    bad += __shfl_up_sync(full, lane, 1) != (lane ? lane - 1 : 0);
    bad += __shfl_xor_sync(full, (double)lane, 1) != (lane ^ 1);
    bad += __shfl_down_sync(full, lane, 4, 8) != (lane % 8 < 4 ? lane + 4 : lane);
    bad += __ballot_sync(full, lane % 2) != 0xaaaaaaaa;
    bad += __any_sync(full, lane == 7) != 1;
    bad += __all_sync(full, lane < 31) != 0;
    bad += __match_any_sync(full, lane / 16) != (lane < 16 ? 0xffffu : 0xffff0000u);
    bad += __reduce_add_sync(full, lane) != 496;
    if (lane < 10) {
        bad += __activemask() != 0x3ff;
        bad += __shfl_sync(0x3ff, lane, 9) != 9;
        __syncwarp(0x3ff);
    } else {
        bad += __popc(__activemask()) != 22;
    }
    out[threadIdx.x] = bad;
}

__global__ void groups(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int rank = tile.thread_rank(), bad = 0, v = threadIdx.x;
    for (int step = tile.size() / 2; step > 0; step /= 2) v += tile.shfl_down(v, step);
    if (rank == 0) bad += v != 8 * (int)threadIdx.x + 28;
    bad += tile.shfl(rank, 3) != 3;
    bad += tile.ballot(rank < 2) != 3;
    bad += cg::reduce(tile, rank, cg::plus<int>()) != 28;
    bad += cg::reduce(tile, rank, cg::greater<int>()) != 7;
    bad += (int)block.size() != (int)blockDim.x || block.thread_rank() != threadIdx.x;
    if (threadIdx.x % 2) {
        cg::coalesced_group odd = cg::coalesced_threads();
        bad += (int)odd.size() != 16 || odd.shfl((int)threadIdx.x, 0) != (int)threadIdx.x / 32 * 32 + 1;
    }
    cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
    cg::thread_group group = cg::tiled_partition(block, 16);
    bad += half.shfl((int)threadIdx.x, 2) != (int)threadIdx.x / 16 * 16 + 2;
    bad += group.size() != 16 || group.thread_rank() != threadIdx.x % 16;
    group.sync();
    block.sync();
    out[threadIdx.x] = bad;
}

int main()
{
    int *d, h[128], bad = 0;
    cudaMalloc(&d, sizeof h);
    shuffles<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h) bad += x;
    groups<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h) bad += x;
    printf("%d\n%s\n", bad, bad ? "MISMATCH" : "OK");
    return bad != 0;
}
