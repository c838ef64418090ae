// Device built-ins other than arithmetic: barriers, fences, warp exchanges, cached loads and stores, clocks, traps.
//
// Threads of a block that meet a barrier or a warp exchange run as fibers (impl/block.h). A warp exchange resolves once no
// thread of the block can go on without it, so a mask names the lanes that are expected, not a source of deadlock.
#ifndef STREAMALLOC_SIM_BUILTINS_H
#define STREAMALLOC_SIM_BUILTINS_H

#include <cstdint>
#include <cstring>
#include <ctime>

#include "kernel.h"

namespace streamalloc_sim {

enum class BarrierReduction { None, Count, And, Or };
// Waits for all threads of the block that have not returned, and combines their predicates.
int block_barrier(BarrierReduction reduction, int predicate);

// The values that the lanes of one warp brought to an exchange.
struct WarpView {
    unsigned int present; // lanes that took part
    unsigned int lane;    // of the calling thread
    const uint64_t *values;
};
enum class WarpOp { Sync, Shuffle, Vote, Active, Match };
WarpView warp_exchange(WarpOp op, unsigned int mask, uint64_t value);

// Ends the program: the simulator does not go on after a trap.
[[noreturn]] void device_trap(const char *what);
// Ends the program: it needs something that the simulator lacks.
[[noreturn]] void unsupported_feature(const char *what);

template <typename T> inline uint64_t to_bits(T value) {
    static_assert(sizeof(T) <= 8, "warp exchanges move at most eight bytes");
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <typename T> inline T from_bits(uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

// Reads lane `source` of the exchange if it lies in the caller's segment and took part, else the caller's own value.
template <typename T> inline T read_lane(const WarpView &view, T own, int source) {
    return source >= 0 && source < 32 && (view.present >> source & 1) ? from_bits<T>(view.values[source]) : own;
}

} // namespace streamalloc_sim

// Block barriers
inline void __syncthreads() { streamalloc_sim::block_barrier(streamalloc_sim::BarrierReduction::None, 0); }
inline int __syncthreads_count(int p) { return streamalloc_sim::block_barrier(streamalloc_sim::BarrierReduction::Count, p); }
inline int __syncthreads_and(int p) { return streamalloc_sim::block_barrier(streamalloc_sim::BarrierReduction::And, p); }
inline int __syncthreads_or(int p) { return streamalloc_sim::block_barrier(streamalloc_sim::BarrierReduction::Or, p); }

// Fences order the accesses of a thread; the simulator executes them in order already, other host threads see them in order too.
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Warps
inline void __syncwarp(unsigned int mask = 0xffffffffu) {
    streamalloc_sim::warp_exchange(streamalloc_sim::WarpOp::Sync, mask, 0);
}

// Inlined, since the place of the call tells the branches of a diverged warp apart.
__forceinline__ unsigned int __activemask() {
    return streamalloc_sim::warp_exchange(streamalloc_sim::WarpOp::Active, 0xffffffffu, 0).present;
}

inline unsigned int __ballot_sync(unsigned int mask, int predicate) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Vote, mask, predicate != 0);
    unsigned int result = 0;
    for (int lane = 0; lane < 32; lane++)
        if (view.present >> lane & 1) result |= static_cast<unsigned int>(view.values[lane]) << lane;
    return result;
}

inline int __any_sync(unsigned int mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }

inline int __all_sync(unsigned int mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

inline int __uni_sync(unsigned int mask, int predicate) {
    unsigned int votes = __ballot_sync(mask, predicate);
    return votes == 0 || __ballot_sync(mask, !predicate) == 0;
}

template <typename T> inline T __shfl_sync(unsigned int mask, T value, int source, int width = 32) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Shuffle, mask, to_bits(value));
    int first = view.lane & ~(width - 1);
    return read_lane(view, value, first + (source & (width - 1)));
}

template <typename T> inline T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Shuffle, mask, to_bits(value));
    int first = view.lane & ~(width - 1), source = static_cast<int>(view.lane) - static_cast<int>(delta);
    return source < first ? value : read_lane(view, value, source);
}

template <typename T> inline T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Shuffle, mask, to_bits(value));
    int last = view.lane | (width - 1), source = static_cast<int>(view.lane + delta);
    return source > last ? value : read_lane(view, value, source);
}

template <typename T> inline T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Shuffle, mask, to_bits(value));
    int last = view.lane | (width - 1), source = static_cast<int>(view.lane) ^ lane_mask;
    return source > last ? value : read_lane(view, value, source);
}

// The forms without a mask, gone from current hardware but still found in old sources.
template <typename T> inline T __shfl(T value, int source, int width = 32) { return __shfl_sync(~0u, value, source, width); }
template <typename T> inline T __shfl_up(T value, unsigned delta, int width = 32) {
    return __shfl_up_sync(~0u, value, delta, width);
}
template <typename T> inline T __shfl_down(T value, unsigned delta, int width = 32) {
    return __shfl_down_sync(~0u, value, delta, width);
}
template <typename T> inline T __shfl_xor(T value, int mask, int width = 32) { return __shfl_xor_sync(~0u, value, mask, width); }
inline unsigned int __ballot(int predicate) { return __ballot_sync(~0u, predicate); }
inline int __any(int predicate) { return __any_sync(~0u, predicate); }
inline int __all(int predicate) { return __all_sync(~0u, predicate); }

template <typename T> inline unsigned int __match_any_sync(unsigned int mask, T value) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Match, mask, to_bits(value));
    unsigned int same = 0;
    for (int lane = 0; lane < 32; lane++)
        if ((view.present >> lane & 1) && view.values[lane] == to_bits(value)) same |= 1u << lane;
    return same;
}

template <typename T> inline unsigned int __match_all_sync(unsigned int mask, T value, int *all) {
    using namespace streamalloc_sim;
    WarpView view = warp_exchange(WarpOp::Match, mask, to_bits(value));
    for (int lane = 0; lane < 32; lane++)
        if ((view.present >> lane & 1) && view.values[lane] != to_bits(value)) return *all = 0;
    *all = 1;
    return view.present;
}

namespace streamalloc_sim {
template <typename T, typename Combine> inline T warp_reduce(unsigned int mask, T value, Combine combine) {
    WarpView view = warp_exchange(WarpOp::Shuffle, mask, to_bits(value));
    bool first = true;
    T result = value;
    for (int lane = 0; lane < 32; lane++) {
        if (!(view.present >> lane & 1)) continue;
        T other = from_bits<T>(view.values[lane]);
        result = first ? other : combine(result, other);
        first = false;
    }
    return result;
}
} // namespace streamalloc_sim

#define STREAMALLOC_SIM_REDUCE(T)                                                                                        \
    inline T __reduce_add_sync(unsigned int mask, T v) {                                                                 \
        return streamalloc_sim::warp_reduce(mask, v, [](T a, T b) { return static_cast<T>(a + b); });                    \
    }                                                                                                                    \
    inline T __reduce_min_sync(unsigned int mask, T v) {                                                                 \
        return streamalloc_sim::warp_reduce(mask, v, [](T a, T b) { return a < b ? a : b; });                            \
    }                                                                                                                    \
    inline T __reduce_max_sync(unsigned int mask, T v) {                                                                 \
        return streamalloc_sim::warp_reduce(mask, v, [](T a, T b) { return a > b ? a : b; });                            \
    }
STREAMALLOC_SIM_REDUCE(int)
STREAMALLOC_SIM_REDUCE(unsigned int)
#undef STREAMALLOC_SIM_REDUCE
inline unsigned __reduce_and_sync(unsigned mask, unsigned v) {
    return streamalloc_sim::warp_reduce(mask, v, [](unsigned a, unsigned b) { return a & b; });
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned v) {
    return streamalloc_sim::warp_reduce(mask, v, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned v) {
    return streamalloc_sim::warp_reduce(mask, v, [](unsigned a, unsigned b) { return a ^ b; });
}

// Loads and stores with a cache hint
#define STREAMALLOC_SIM_LOAD(name)                                                                                       \
    template <typename T> inline T name(const T *p) { return *p; }
STREAMALLOC_SIM_LOAD(__ldg)
STREAMALLOC_SIM_LOAD(__ldca)
STREAMALLOC_SIM_LOAD(__ldcg)
STREAMALLOC_SIM_LOAD(__ldcs)
STREAMALLOC_SIM_LOAD(__ldlu)
STREAMALLOC_SIM_LOAD(__ldcv)
#undef STREAMALLOC_SIM_LOAD
#define STREAMALLOC_SIM_STORE(name)                                                                                      \
    template <typename T> inline void name(T *p, T v) { *p = v; }
STREAMALLOC_SIM_STORE(__stwb)
STREAMALLOC_SIM_STORE(__stcg)
STREAMALLOC_SIM_STORE(__stcs)
STREAMALLOC_SIM_STORE(__stwt)
#undef STREAMALLOC_SIM_STORE

// Clocks and traps
inline long long int clock64() { return static_cast<long long int>(clock()); }
inline void __nanosleep(unsigned int) {}
inline void __trap() { streamalloc_sim::device_trap("__trap()"); }
inline void __brkpt() {}

#endif
