// Cooperative groups, the common part: thread blocks, tiles of a warp, coalesced threads, and the collectives on them. Groups that span
// blocks can be named but not synchronised: the simulator runs one block after the other.
#ifndef STREAMALLOC_SIM_COOPERATIVE_GROUPS_H
#define STREAMALLOC_SIM_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

class thread_group {
  public:
    // A group is a block, or some lanes of the calling thread's warp.
    static thread_group of_block() { return thread_group(0, true); }
    static thread_group of_lanes(unsigned int mask) { return thread_group(mask, false); }

    void sync() const {
        if (block_) __syncthreads();
        else __syncwarp(mask_);
    }

    unsigned long long size() const { return block_ ? threads_in_block() : static_cast<unsigned>(__popc(mask_)); }
    unsigned long long num_threads() const { return size(); }

    unsigned long long thread_rank() const {
        return block_ ? rank_in_block() : static_cast<unsigned>(__popc(mask_ & ((1u << rank_in_block() % 32) - 1)));
    }

    bool is_valid() const { return true; }

    static unsigned int threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned int rank_in_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

  protected:
    thread_group(unsigned int mask, bool block) : mask_(mask), block_(block) {}
    unsigned int mask_;
    bool block_;
};

class thread_block : public thread_group {
  public:
    thread_block() : thread_group(0, true) {}
    static void sync() { __syncthreads(); }
    static dim3 group_index() { return dim3(blockIdx); }
    static dim3 thread_index() { return dim3(threadIdx); }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
    static unsigned int thread_rank() { return rank_in_block(); }
    static unsigned int size() { return threads_in_block(); }
    static unsigned int num_threads() { return threads_in_block(); }
};

inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
  public:
    void sync() const { streamalloc_sim::unsupported_feature("a grid-wide barrier"); }
    bool is_valid() const { return true; }
    unsigned long long size() const {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * thread_group::threads_in_block();
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const {
        unsigned long long block = blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
        return block * thread_group::threads_in_block() + thread_group::rank_in_block();
    }
    dim3 group_dim() const { return gridDim; }
};

inline grid_group this_grid() { return grid_group(); }

// Blocks of a cluster: there are no clusters here.
class cluster_group {
  public:
    void sync() const { streamalloc_sim::unsupported_feature("a barrier of a cluster of blocks"); }
};

inline cluster_group this_cluster() { return cluster_group(); }

// What tiles and coalesced groups share: collectives among the lanes of a mask.
template <typename Derived> class lane_group : public thread_group {
  public:
    template <typename T> T shfl(T value, int rank) const { return exchange(value, rank); }

    template <typename T> T shfl_up(T value, unsigned int delta) const {
        int rank = static_cast<int>(thread_rank()) - static_cast<int>(delta);
        return exchange(value, rank < 0 ? static_cast<int>(thread_rank()) : rank);
    }

    template <typename T> T shfl_down(T value, unsigned int delta) const {
        unsigned long long rank = thread_rank() + delta;
        return exchange(value, static_cast<int>(rank < size() ? rank : thread_rank()));
    }

    template <typename T> T shfl_xor(T value, unsigned int mask) const {
        unsigned long long rank = thread_rank() ^ mask;
        return exchange(value, static_cast<int>(rank < size() ? rank : thread_rank()));
    }

    int any(int predicate) const { return __any_sync(mask_, predicate); }
    int all(int predicate) const { return __all_sync(mask_, predicate); }

    unsigned int ballot(int predicate) const {
        unsigned int votes = __ballot_sync(mask_, predicate), packed = 0, rank = 0;
        for (int lane = 0; lane < 32; lane++)
            if (mask_ >> lane & 1) packed |= (votes >> lane & 1) << rank++;
        return packed;
    }

    // The value of each member, in rank order, given to `visit`.
    template <typename T, typename Visit> void gather(T value, Visit visit) const {
        streamalloc_sim::WarpView view =
            streamalloc_sim::warp_exchange(streamalloc_sim::WarpOp::Shuffle, mask_, streamalloc_sim::to_bits(value));
        unsigned int rank = 0;
        for (int lane = 0; lane < 32; lane++)
            if (mask_ >> lane & 1) visit(rank++, streamalloc_sim::read_lane(view, value, lane));
    }

  protected:
    explicit lane_group(unsigned int mask) : thread_group(mask, false) {}

  private:
    template <typename T> T exchange(T value, int wanted) const {
        T result = value;
        gather(value, [&](unsigned int rank, T other) {
            if (static_cast<int>(rank) == wanted) result = other;
        });
        return result;
    }
};

template <unsigned int Size, typename Parent = void> class thread_block_tile : public lane_group<thread_block_tile<Size, Parent>> {
    static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile lies within a warp");

  public:
    thread_block_tile() : lane_group<thread_block_tile>(tile_mask()) {}
    // A tile of any group is one of which the group has been forgotten.
    template <typename Other> thread_block_tile(const thread_block_tile<Size, Other> &) : thread_block_tile() {}
    static unsigned int size() { return Size; }
    static unsigned int num_threads() { return Size; }
    static unsigned int thread_rank() { return thread_group::rank_in_block() % Size; }
    static unsigned int meta_group_rank() { return thread_group::rank_in_block() / Size; }
    static unsigned int meta_group_size() { return (thread_group::threads_in_block() + Size - 1) / Size; }

  private:
    static unsigned int tile_mask() {
        unsigned int lanes = Size == 32 ? ~0u : (1u << Size % 32) - 1;
        return lanes << (thread_group::rank_in_block() % 32 / Size * Size);
    }
};

template <unsigned int Size, typename Group> inline thread_block_tile<Size, Group> tiled_partition(const Group &) {
    return thread_block_tile<Size, Group>();
}

// A partition whose size is known at run time only.
inline thread_group tiled_partition(const thread_group &, unsigned int size) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) streamalloc_sim::unsupported_feature("a tile larger than a warp");
    unsigned int lanes = size == 32 ? ~0u : (1u << size) - 1;
    return thread_group::of_lanes(lanes << (thread_group::rank_in_block() % 32 / size * size));
}

class coalesced_group : public lane_group<coalesced_group> {
  public:
    explicit coalesced_group(unsigned int mask) : lane_group<coalesced_group>(mask) {}
};

__forceinline__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <typename Group> inline void sync(const Group &group) { group.sync(); }

template <typename T> struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename Group, typename T, typename Combine> inline T reduce(const Group &group, T value, Combine combine) {
    T result = value;
    group.gather(value, [&](unsigned int rank, T other) { result = rank == 0 ? other : combine(result, other); });
    return result;
}

} // namespace cooperative_groups

#endif
