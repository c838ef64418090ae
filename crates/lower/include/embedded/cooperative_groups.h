// StreamAlloc embedded CUDA declarations: cooperative groups.
//
// Where a group keeps its data is not modelled. Templates that take the user's types or functions have bodies that call
// and touch what the real ones do, on one thread's own values.
#ifndef SA_EMBEDDED_COOPERATIVE_GROUPS_H
#define SA_EMBEDDED_COOPERATIVE_GROUPS_H

#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)

#include <type_traits>

namespace cooperative_groups {

// Any group.
class thread_group {
  public:
    __device__ void sync() const;
    __device__ unsigned long long size() const;
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long thread_rank() const;
    __device__ unsigned int get_type() const;

  protected:
    unsigned int data[4];
};

// All threads of the grid; `sync` needs a cooperative launch.
class grid_group : public thread_group {
  public:
    typedef unsigned int arrival_token;
    __device__ bool is_valid() const;
    __device__ void sync() const;
    __device__ arrival_token barrier_arrive() const;
    __device__ void barrier_wait(arrival_token &&token) const;
    static __device__ unsigned long long size();
    static __device__ unsigned long long num_threads();
    static __device__ unsigned long long num_blocks();
    static __device__ unsigned long long num_clusters();
    static __device__ unsigned long long thread_rank();
    static __device__ unsigned long long block_rank();
    static __device__ unsigned long long cluster_rank();
    static __device__ dim3 group_dim();
    static __device__ dim3 dim_threads();
    static __device__ dim3 dim_blocks();
    static __device__ dim3 dim_clusters();
    static __device__ dim3 thread_index();
    static __device__ dim3 block_index();
    static __device__ dim3 cluster_index();
};

// All grids of a launch on several devices (older).
class multi_grid_group : public thread_group {
  public:
    __device__ bool is_valid() const;
    __device__ void sync() const;
    __device__ unsigned long long size() const;
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long thread_rank() const;
    __device__ unsigned int grid_rank() const;
    __device__ unsigned int num_grids() const;
};

// The blocks of a cluster.
class cluster_group : public thread_group {
  public:
    struct arrival_token {};
    static __device__ void sync();
    static __device__ arrival_token barrier_arrive();
    static __device__ void barrier_wait();
    static __device__ void barrier_wait(arrival_token &&token);
    static __device__ unsigned int query_shared_rank(const void *addr);
    template <class T>
    static __device__ T *map_shared_rank(T *addr, int rank);
    static __device__ unsigned int size();
    static __device__ unsigned int num_threads();
    static __device__ unsigned int num_blocks();
    static __device__ unsigned int thread_rank();
    static __device__ unsigned int block_rank();
    static __device__ dim3 dim_threads();
    static __device__ dim3 dim_blocks();
    static __device__ dim3 thread_index();
    static __device__ dim3 block_index();
};

// The block.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
    char scratch[MaxBlockSize / 32 * 8];
};

class thread_block : public thread_group {
  public:
    struct arrival_token {};
    static __device__ void sync();
    __device__ arrival_token barrier_arrive() const;
    __device__ void barrier_wait(arrival_token &&token) const;
    static __device__ unsigned int size();
    static __device__ unsigned int num_threads();
    static __device__ unsigned int thread_rank();
    static __device__ dim3 group_index();
    static __device__ dim3 thread_index();
    static __device__ dim3 group_dim();
    static __device__ dim3 dim_threads();
};

// Operations within a warp, which coalesced groups and tiles share.
#define SA_WARP_GROUP_METHODS \
    __device__ int any(int predicate) const; \
    __device__ int all(int predicate) const; \
    __device__ unsigned int ballot(int predicate) const; \
    template <class T> \
    __device__ unsigned int match_any(T val) const; \
    template <class T> \
    __device__ unsigned int match_all(T val, int &pred) const; \
    template <class T> \
    __device__ typename std::decay<T>::type shfl(T &&val, int srcRank) const { \
        return val; \
    } \
    template <class T> \
    __device__ typename std::decay<T>::type shfl_up(T &&val, int delta) const { \
        return val; \
    } \
    template <class T> \
    __device__ typename std::decay<T>::type shfl_down(T &&val, int delta) const { \
        return val; \
    } \
    template <class T> \
    __device__ typename std::decay<T>::type shfl_xor(T &&val, unsigned int laneMask) const { \
        return val; \
    }

// The threads of a warp that are at the same place.
class coalesced_group : public thread_group {
  public:
    __device__ void sync() const;
    __device__ unsigned int size() const;
    __device__ unsigned int num_threads() const;
    __device__ unsigned int thread_rank() const;
    __device__ unsigned int meta_group_rank() const;
    __device__ unsigned int meta_group_size() const;
    SA_WARP_GROUP_METHODS
};

// A part of known size.
template <unsigned int Size, class ParentT = void>
class thread_block_tile : public thread_group {
  public:
    __device__ void sync() const;
    static __device__ constexpr unsigned int size() { return Size; }
    static __device__ constexpr unsigned int num_threads() { return Size; }
    static __device__ unsigned int thread_rank();
    __device__ unsigned int meta_group_rank() const;
    __device__ unsigned int meta_group_size() const;
    __device__ operator thread_block_tile<Size, void>() const;
    SA_WARP_GROUP_METHODS
};
template <unsigned int Size>
class thread_block_tile<Size, void> : public thread_group {
  public:
    template <class ParentT>
    __device__ thread_block_tile(const thread_block_tile<Size, ParentT> &g);
    __device__ void sync() const;
    static __device__ constexpr unsigned int size() { return Size; }
    static __device__ constexpr unsigned int num_threads() { return Size; }
    static __device__ unsigned int thread_rank();
    __device__ unsigned int meta_group_rank() const;
    __device__ unsigned int meta_group_size() const;
    SA_WARP_GROUP_METHODS
};
#undef SA_WARP_GROUP_METHODS

// The group that a thread is in.
__device__ thread_block this_thread_block();
template <unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &scratch);
__device__ grid_group this_grid();
__device__ multi_grid_group this_multi_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ thread_block_tile<1, void> this_thread();

// Parts of a group.
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int tilesz);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int tilesz);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int tilesz);
template <unsigned int Size, class ParentT>
__device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &g);
template <class GroupT>
__device__ coalesced_group binary_partition(const GroupT &tile, bool pred);
template <class GroupT, class Label>
__device__ coalesced_group labeled_partition(const GroupT &tile, Label label);
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
} // namespace experimental

// Free forms of the methods.
template <class GroupT>
__device__ void sync(const GroupT &g);
template <class GroupT>
__device__ auto thread_rank(const GroupT &g) -> decltype(g.thread_rank());
template <class GroupT>
__device__ auto group_size(const GroupT &g) -> decltype(g.num_threads());

// One thread acts for the group.
template <class GroupT, class Fn, class... Args>
__device__ void invoke_one(const GroupT &group, Fn &&fn, Args &&...args) {
    fn(args...);
}
template <class GroupT, class Fn, class... Args>
__device__ auto invoke_one_broadcast(const GroupT &group, Fn &&fn, Args &&...args) -> decltype(fn(args...)) {
    return fn(args...);
}

} // namespace cooperative_groups

#endif // C++ and CUDA

#endif
