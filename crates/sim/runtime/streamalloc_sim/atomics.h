// Atomic functions. They are real atomics: kernels of two device threads (see impl/device_thread.h) and host threads may meet
// in mapped memory.
#ifndef STREAMALLOC_SIM_ATOMICS_H
#define STREAMALLOC_SIM_ATOMICS_H

#include <cstring>

namespace streamalloc_sim {

// Replaces *address by update(old) and returns the old value, for any type of 2, 4 or 8 bytes.
template <typename Bits, typename T, typename Update> inline T atomic_update(T *address, Update update) {
    Bits *cell = reinterpret_cast<Bits *>(address);
    Bits old_bits = __atomic_load_n(cell, __ATOMIC_RELAXED), new_bits;
    T old;
    do {
        std::memcpy(&old, &old_bits, sizeof(T));
        T next = update(old);
        std::memcpy(&new_bits, &next, sizeof(T));
    } while (!__atomic_compare_exchange_n(cell, &old_bits, new_bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

} // namespace streamalloc_sim

#define STREAMALLOC_SIM_ATOMIC_INTEGER(T, Bits)                                                                          \
    inline T atomicAdd(T *p, T v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }                                 \
    inline T atomicSub(T *p, T v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }                                 \
    inline T atomicExch(T *p, T v) { return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); }                               \
    inline T atomicAnd(T *p, T v) { return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); }                                 \
    inline T atomicOr(T *p, T v) { return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }                                   \
    inline T atomicXor(T *p, T v) { return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); }                                 \
    inline T atomicMin(T *p, T v) {                                                                                      \
        return streamalloc_sim::atomic_update<Bits>(p, [v](T old) { return v < old ? v : old; });                        \
    }                                                                                                                    \
    inline T atomicMax(T *p, T v) {                                                                                      \
        return streamalloc_sim::atomic_update<Bits>(p, [v](T old) { return v > old ? v : old; });                        \
    }                                                                                                                    \
    inline T atomicCAS(T *p, T expected, T v) {                                                                          \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                         \
        return expected;                                                                                                 \
    }
STREAMALLOC_SIM_ATOMIC_INTEGER(int, unsigned int)
STREAMALLOC_SIM_ATOMIC_INTEGER(unsigned int, unsigned int)
STREAMALLOC_SIM_ATOMIC_INTEGER(long long, unsigned long long)
STREAMALLOC_SIM_ATOMIC_INTEGER(unsigned long long, unsigned long long)
#undef STREAMALLOC_SIM_ATOMIC_INTEGER

inline unsigned short atomicCAS(unsigned short *p, unsigned short expected, unsigned short v) {
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

inline float atomicAdd(float *p, float v) {
    return streamalloc_sim::atomic_update<unsigned int>(p, [v](float old) { return old + v; });
}
inline double atomicAdd(double *p, double v) {
    return streamalloc_sim::atomic_update<unsigned long long>(p, [v](double old) { return old + v; });
}
inline float atomicExch(float *p, float v) {
    return streamalloc_sim::atomic_update<unsigned int>(p, [v](float) { return v; });
}

inline unsigned int atomicInc(unsigned int *p, unsigned int limit) {
    return streamalloc_sim::atomic_update<unsigned int>(p, [limit](unsigned int old) { return old >= limit ? 0 : old + 1; });
}
inline unsigned int atomicDec(unsigned int *p, unsigned int limit) {
    return streamalloc_sim::atomic_update<unsigned int>(
        p, [limit](unsigned int old) { return old == 0 || old > limit ? limit : old - 1; });
}

// The scoped forms differ only in how far they must be visible.
#define STREAMALLOC_SIM_SCOPED(name)                                                                                     \
    template <typename T, typename V> inline T name##_block(T *p, V v) { return name(p, static_cast<T>(v)); }            \
    template <typename T, typename V> inline T name##_system(T *p, V v) { return name(p, static_cast<T>(v)); }
STREAMALLOC_SIM_SCOPED(atomicAdd)
STREAMALLOC_SIM_SCOPED(atomicSub)
STREAMALLOC_SIM_SCOPED(atomicExch)
STREAMALLOC_SIM_SCOPED(atomicMin)
STREAMALLOC_SIM_SCOPED(atomicMax)
STREAMALLOC_SIM_SCOPED(atomicAnd)
STREAMALLOC_SIM_SCOPED(atomicOr)
STREAMALLOC_SIM_SCOPED(atomicXor)
STREAMALLOC_SIM_SCOPED(atomicInc)
STREAMALLOC_SIM_SCOPED(atomicDec)
#undef STREAMALLOC_SIM_SCOPED
template <typename T> inline T atomicCAS_block(T *p, T expected, T v) { return atomicCAS(p, expected, v); }
template <typename T> inline T atomicCAS_system(T *p, T expected, T v) { return atomicCAS(p, expected, v); }

#endif
