// StreamAlloc embedded CUDA declarations: atomic functions of all compute capabilities.
//
// Every function returns the old value and exists for the device, the block (`_block`) and the system (`_system`).
#ifndef SA_EMBEDDED_DEVICE_ATOMIC_FUNCTIONS_H
#define SA_EMBEDDED_DEVICE_ATOMIC_FUNCTIONS_H

#include "vector_types.h"

#if defined(__cplusplus) && defined(__CUDA__)

#define SA_ATOMIC(name, type) \
    SA_DEVICE type name(type *address, type val); \
    SA_DEVICE type name##_block(type *address, type val); \
    SA_DEVICE type name##_system(type *address, type val);
#define SA_ATOMIC_CAS(type) \
    SA_DEVICE type atomicCAS(type *address, type compare, type val); \
    SA_DEVICE type atomicCAS_block(type *address, type compare, type val); \
    SA_DEVICE type atomicCAS_system(type *address, type compare, type val);

// Arithmetic.
SA_ATOMIC(atomicAdd, int)
SA_ATOMIC(atomicAdd, unsigned int)
SA_ATOMIC(atomicAdd, unsigned long long)
SA_ATOMIC(atomicAdd, float)
SA_ATOMIC(atomicAdd, double)
SA_ATOMIC(atomicAdd, float2)
SA_ATOMIC(atomicAdd, float4)
SA_ATOMIC(atomicSub, int)
SA_ATOMIC(atomicSub, unsigned int)
SA_ATOMIC(atomicMin, int)
SA_ATOMIC(atomicMin, unsigned int)
SA_ATOMIC(atomicMin, long long)
SA_ATOMIC(atomicMin, unsigned long long)
SA_ATOMIC(atomicMax, int)
SA_ATOMIC(atomicMax, unsigned int)
SA_ATOMIC(atomicMax, long long)
SA_ATOMIC(atomicMax, unsigned long long)
SA_ATOMIC(atomicInc, unsigned int)
SA_ATOMIC(atomicDec, unsigned int)

// Bits.
SA_ATOMIC(atomicAnd, int)
SA_ATOMIC(atomicAnd, unsigned int)
SA_ATOMIC(atomicAnd, long long)
SA_ATOMIC(atomicAnd, unsigned long long)
SA_ATOMIC(atomicOr, int)
SA_ATOMIC(atomicOr, unsigned int)
SA_ATOMIC(atomicOr, long long)
SA_ATOMIC(atomicOr, unsigned long long)
SA_ATOMIC(atomicXor, int)
SA_ATOMIC(atomicXor, unsigned int)
SA_ATOMIC(atomicXor, long long)
SA_ATOMIC(atomicXor, unsigned long long)

// Exchange.
SA_ATOMIC(atomicExch, int)
SA_ATOMIC(atomicExch, unsigned int)
SA_ATOMIC(atomicExch, unsigned long long)
SA_ATOMIC(atomicExch, float)
SA_ATOMIC_CAS(int)
SA_ATOMIC_CAS(unsigned int)
SA_ATOMIC_CAS(unsigned long long)
SA_ATOMIC_CAS(unsigned short)

#undef SA_ATOMIC
#undef SA_ATOMIC_CAS

// Memory orders and scopes of the `__nv_atomic_*` built-ins.
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

#define SA_NV_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM
#define SA_NV_FETCH(name) \
    template <class T> \
    SA_DEVICE T name(T *address, T val, int order, SA_NV_SCOPE); \
    template <class T> \
    SA_DEVICE T name(volatile T *address, T val, int order, SA_NV_SCOPE);
SA_NV_FETCH(__nv_atomic_exchange_n)
SA_NV_FETCH(__nv_atomic_fetch_add)
SA_NV_FETCH(__nv_atomic_fetch_sub)
SA_NV_FETCH(__nv_atomic_fetch_and)
SA_NV_FETCH(__nv_atomic_fetch_or)
SA_NV_FETCH(__nv_atomic_fetch_xor)
SA_NV_FETCH(__nv_atomic_fetch_min)
SA_NV_FETCH(__nv_atomic_fetch_max)
#undef SA_NV_FETCH
template <class T>
SA_DEVICE T __nv_atomic_load_n(const T *address, int order, SA_NV_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_load(const T *address, T *result, int order, SA_NV_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_store_n(T *address, T val, int order, SA_NV_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_store(T *address, T *val, int order, SA_NV_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_exchange(T *address, T *val, T *result, int order, SA_NV_SCOPE);
template <class T>
SA_DEVICE bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool weak, int success, int failure,
                                            SA_NV_SCOPE);
template <class T>
SA_DEVICE bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool weak, int success, int failure,
                                              SA_NV_SCOPE);
SA_DEVICE void __nv_atomic_thread_fence(int order, SA_NV_SCOPE);
#undef SA_NV_SCOPE

#endif // C++ and CUDA

#endif
