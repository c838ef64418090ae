// nvcc's `__nv_atomic_*` functions. All are sequentially consistent here, which is more than any order asks for.
#ifndef STREAMALLOC_SIM_NV_ATOMICS_H
#define STREAMALLOC_SIM_NV_ATOMICS_H

#include "atomics.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace streamalloc_sim {

template <size_t Size> struct BitsOf;
template <> struct BitsOf<2> { using Type = unsigned short; };
template <> struct BitsOf<4> { using Type = unsigned int; };
template <> struct BitsOf<8> { using Type = unsigned long long; };

template <typename T, typename Update> inline T nv_update(T *address, Update update) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    T old = atomic_update<typename BitsOf<sizeof(T)>::Type>(address, update);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return old;
}

} // namespace streamalloc_sim

// `fetch` returns what was there before, `plain` nothing.
#define STREAMALLOC_SIM_NV_ATOMIC(fetch, plain, expression)                                                                    \
    template <typename T> inline T fetch(T *address, T value, int, int = __NV_THREAD_SCOPE_SYSTEM) {                           \
        return streamalloc_sim::nv_update(address, [value](T old) -> T { return expression; });                                \
    }                                                                                                                          \
    template <typename T> inline void plain(T *address, T value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {                  \
        fetch(address, value, order);                                                                                          \
    }

STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_add, __nv_atomic_add, old + value)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_sub, __nv_atomic_sub, old - value)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_and, __nv_atomic_and, old & value)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_or, __nv_atomic_or, old | value)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_xor, __nv_atomic_xor, old ^ value)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_min, __nv_atomic_min, value < old ? value : old)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_fetch_max, __nv_atomic_max, old < value ? value : old)
STREAMALLOC_SIM_NV_ATOMIC(__nv_atomic_exchange_n, __nv_atomic_store_n, (static_cast<void>(old), value))

#undef STREAMALLOC_SIM_NV_ATOMIC

template <typename T> inline T __nv_atomic_load_n(const T *address, int, int = __NV_THREAD_SCOPE_SYSTEM) {
    return streamalloc_sim::nv_update(const_cast<T *>(address), [](T old) { return old; });
}

template <typename T> inline void __nv_atomic_load(const T *address, T *result, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_load_n(address, order);
}

template <typename T> inline void __nv_atomic_store(T *address, T *value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
    __nv_atomic_store_n(address, *value, order);
}

template <typename T>
inline void __nv_atomic_exchange(T *address, T *value, T *result, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_exchange_n(address, *value, order);
}

template <typename T>
inline bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool, int, int, int = __NV_THREAD_SCOPE_SYSTEM) {
    T wanted = *expected;
    *expected = streamalloc_sim::nv_update(
        address, [&](T old) { return std::memcmp(&old, &wanted, sizeof(T)) == 0 ? desired : old; });
    return std::memcmp(expected, &wanted, sizeof(T)) == 0;
}

template <typename T>
inline bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool weak, int success, int failure,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, success, failure, scope);
}

inline void __nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#endif
