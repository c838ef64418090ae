// StreamAlloc prelude: what nvcc accepts and clang does not, for the headers of a CUDA toolkit.
//
// Included after `__clang_cuda_runtime_wrapper.h` and before the program. The embedded declarations bring all of this
// along, save for the last section. Declarations only: nothing here is linked or run.
#ifndef STREAMALLOC_PRELUDE_H
#define STREAMALLOC_PRELUDE_H
#pragma clang system_header

#if defined(__CUDA__) && defined(__cplusplus) && !defined(STREAMALLOC_EMBEDDED_CUDA)

// Managed variables: clang has the attribute for HIP only. To clang they are device variables; the note tells us more.
#undef __managed__
#define __managed__ __attribute__((device)) __attribute__((annotate("cuda.managed")))

// min and max for the host, also within `__host__ __device__` functions, and of mixed types: clang's wrapper leaves most of
// the toolkit's overloads to the device. (One template per side: a `__host__` one keeps clang from choosing a `__device__`
// function that fits better.) These lose against any better match: the pack makes them less specialised than what a
// program defines.
#define SA_MIN_MAX(side, name, test) \
    template <class A, class B, class... Weak> \
    side constexpr auto name(A a, B b, Weak...) \
        ->typename __streamalloc::arithmetic<A, B, sizeof...(Weak) == 0, decltype(a + b)>::type { \
        return a test b ? a : b; \
    }
namespace __streamalloc {
template <class T>
struct number {
    static constexpr bool value = __is_arithmetic(T) || __is_enum(T);
};
template <class A, class B, bool exact, class Result, bool = exact &&number<A>::value &&number<B>::value>
struct arithmetic {};
template <class A, class B, class Result>
struct arithmetic<A, B, true, Result, true> {
    using type = Result;
};
} // namespace __streamalloc
SA_MIN_MAX(__host__, min, <)
SA_MIN_MAX(__host__, max, >)
SA_MIN_MAX(__device__, min, <)
SA_MIN_MAX(__device__, max, >)
#undef SA_MIN_MAX

// Built-in functions of nvcc 12.8 and later.
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

#define SA_DEVICE __device__ __attribute__((nothrow))
#define SA_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM
#define SA_FETCH(name) \
    template <class T> \
    SA_DEVICE T name(T *address, T val, int order, SA_SCOPE);
SA_FETCH(__nv_atomic_exchange_n)
SA_FETCH(__nv_atomic_fetch_add)
SA_FETCH(__nv_atomic_fetch_sub)
SA_FETCH(__nv_atomic_fetch_and)
SA_FETCH(__nv_atomic_fetch_or)
SA_FETCH(__nv_atomic_fetch_xor)
SA_FETCH(__nv_atomic_fetch_min)
SA_FETCH(__nv_atomic_fetch_max)
#undef SA_FETCH
#define SA_UPDATE(name) \
    template <class T> \
    SA_DEVICE void name(T *address, T val, int order, SA_SCOPE);
SA_UPDATE(__nv_atomic_add)
SA_UPDATE(__nv_atomic_sub)
SA_UPDATE(__nv_atomic_and)
SA_UPDATE(__nv_atomic_or)
SA_UPDATE(__nv_atomic_xor)
SA_UPDATE(__nv_atomic_min)
SA_UPDATE(__nv_atomic_max)
SA_UPDATE(__nv_atomic_store_n)
#undef SA_UPDATE
template <class T>
SA_DEVICE T __nv_atomic_load_n(const T *address, int order, SA_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_load(const T *address, T *result, int order, SA_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_store(T *address, T *val, int order, SA_SCOPE);
template <class T>
SA_DEVICE void __nv_atomic_exchange(T *address, T *val, T *result, int order, SA_SCOPE);
template <class T>
SA_DEVICE bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool weak, int success, int failure,
                                            SA_SCOPE);
template <class T>
SA_DEVICE bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool weak, int success, int failure,
                                              SA_SCOPE);
SA_DEVICE void __nv_atomic_thread_fence(int order, SA_SCOPE);
#undef SA_SCOPE
#undef SA_DEVICE

// Loads and stores with cache hints: clang has them for none, the toolkit for half-precision types only.
#define SA_LOAD(name) \
    template <class T> \
    __device__ __attribute__((nothrow)) T name(const T *address);
SA_LOAD(__ldcg)
SA_LOAD(__ldca)
SA_LOAD(__ldcs)
SA_LOAD(__ldlu)
SA_LOAD(__ldcv)
#undef SA_LOAD
#define SA_STORE(name) \
    template <class T> \
    __device__ __attribute__((nothrow)) void name(T *address, T val);
SA_STORE(__stwb)
SA_STORE(__stcg)
SA_STORE(__stcs)
SA_STORE(__stwt)
#undef SA_STORE

#endif // a toolkit's headers

#ifdef __CUDA__
// Traits of extended lambdas, which are built into nvcc. To clang they are ordinary closures.
#ifndef __nv_is_extended_device_lambda_closure_type
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#endif
#endif

#endif
