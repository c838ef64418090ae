// StreamAlloc embedded CUDA declarations: intrinsics of device code.
//
// Declarations only: a host pass never emits device code. Those marked pure read and write no memory.
#ifndef SA_EMBEDDED_DEVICE_FUNCTIONS_H
#define SA_EMBEDDED_DEVICE_FUNCTIONS_H

#include "device_atomic_functions.h"
#include "device_launch_parameters.h"
#include "driver_types.h"
#include "math_functions.h"

#if defined(__cplusplus) && defined(__CUDA__)

// Barriers and fences.
__device__ void __syncthreads(void); // a built-in of clang, hence without nothrow
SA_DEVICE int __syncthreads_count(int predicate);
SA_DEVICE int __syncthreads_and(int predicate);
SA_DEVICE int __syncthreads_or(int predicate);
SA_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu);
SA_DEVICE void __threadfence(void);
SA_DEVICE void __threadfence_block(void);
SA_DEVICE void __threadfence_system(void);
SA_DEVICE void __barrier_sync(unsigned int id);
SA_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count);
SA_DEVICE void __cluster_barrier_arrive(void);
SA_DEVICE void __cluster_barrier_arrive_relaxed(void);
SA_DEVICE void __cluster_barrier_wait(void);

// Clusters and programmatic launches.
SA_DEVICE dim3 __clusterDim(void);
SA_DEVICE dim3 __clusterRelativeBlockIdx(void);
SA_DEVICE dim3 __clusterGridDimInClusters(void);
SA_DEVICE dim3 __clusterIdx(void);
SA_DEVICE unsigned int __clusterRelativeBlockRank(void);
SA_DEVICE unsigned int __clusterSizeInBlocks(void);
SA_DEVICE void *__cluster_map_shared_rank(const void *address, unsigned int rank);
SA_DEVICE unsigned int __cluster_query_shared_rank(const void *address);
SA_DEVICE void cudaGridDependencySynchronize(void);
SA_DEVICE void cudaTriggerProgrammaticLaunchCompletion(void);
SA_DEVICE void *cudaGetParameterBuffer(size_t alignment, size_t size);
SA_DEVICE cudaError_t cudaLaunchDevice(void *func, void *parameters, dim3 grid, dim3 block, unsigned int shared,
                                       cudaStream_t stream);
SA_DEVICE cudaGraphExec_t cudaGetCurrentGraphExec(void);
SA_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)

// Control, clocks, debugging.
__attribute__((device, nothrow, noreturn)) void __trap(void);
SA_DEVICE void __brkpt(void);
SA_DEVICE void __prof_trigger(int counter);
SA_DEVICE void __nanosleep(unsigned int ns);
SA_DEVICE long long clock64(void);
SA_DEVICE unsigned int __pm0(void);
SA_DEVICE unsigned int __pm1(void);
SA_DEVICE unsigned int __pm2(void);
SA_DEVICE unsigned int __pm3(void);

// Address spaces.
SA_DEVICE_PURE unsigned int __isGlobal(const void *p);
SA_DEVICE_PURE unsigned int __isShared(const void *p);
SA_DEVICE_PURE unsigned int __isConstant(const void *p);
SA_DEVICE_PURE unsigned int __isLocal(const void *p);
SA_DEVICE_PURE unsigned int __isGridConstant(const void *p);
SA_DEVICE_PURE unsigned int __isClusterShared(const void *p);
SA_DEVICE_PURE size_t __cvta_generic_to_global(const void *p);
SA_DEVICE_PURE size_t __cvta_generic_to_shared(const void *p);
SA_DEVICE_PURE size_t __cvta_generic_to_constant(const void *p);
SA_DEVICE_PURE size_t __cvta_generic_to_local(const void *p);
SA_DEVICE_PURE size_t __cvta_generic_to_grid_constant(const void *p);
SA_DEVICE_PURE void *__cvta_global_to_generic(size_t p);
SA_DEVICE_PURE void *__cvta_shared_to_generic(size_t p);
SA_DEVICE_PURE void *__cvta_constant_to_generic(size_t p);
SA_DEVICE_PURE void *__cvta_local_to_generic(size_t p);
SA_DEVICE_PURE void *__cvta_grid_constant_to_generic(size_t p);
SA_DEVICE void *__nv_aligned_device_malloc(size_t size, size_t align);

// Warp: votes, matches, reductions.
SA_DEVICE unsigned int __activemask(void);
SA_DEVICE int __all_sync(unsigned int mask, int predicate);
SA_DEVICE int __any_sync(unsigned int mask, int predicate);
SA_DEVICE int __uni_sync(unsigned int mask, int predicate);
SA_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate);
SA_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset);
SA_DEVICE int __all(int predicate); // the forms without a mask: older
SA_DEVICE int __any(int predicate);
SA_DEVICE unsigned int __ballot(int predicate);
SA_DEVICE unsigned int ballot(bool predicate);
SA_DEVICE int syncthreads_count(bool predicate);
SA_DEVICE bool syncthreads_and(bool predicate);
SA_DEVICE bool syncthreads_or(bool predicate);
#define SA_WARP_MATCH(type) \
    SA_DEVICE unsigned int __match_any_sync(unsigned int mask, type value); \
    SA_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *predicate);
SA_WARP_MATCH(int)
SA_WARP_MATCH(unsigned int)
SA_WARP_MATCH(long)
SA_WARP_MATCH(unsigned long)
SA_WARP_MATCH(long long)
SA_WARP_MATCH(unsigned long long)
SA_WARP_MATCH(float)
SA_WARP_MATCH(double)
#undef SA_WARP_MATCH
SA_DEVICE unsigned int __reduce_add_sync(unsigned int mask, unsigned int value);
SA_DEVICE unsigned int __reduce_min_sync(unsigned int mask, unsigned int value);
SA_DEVICE unsigned int __reduce_max_sync(unsigned int mask, unsigned int value);
SA_DEVICE unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
SA_DEVICE unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
SA_DEVICE unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);
SA_DEVICE int __reduce_add_sync(unsigned int mask, int value);
SA_DEVICE int __reduce_min_sync(unsigned int mask, int value);
SA_DEVICE int __reduce_max_sync(unsigned int mask, int value);

// Warp: shuffles; the forms without a mask are older.
#define SA_SHUFFLE(type) \
    SA_DEVICE type __shfl_sync(unsigned int mask, type var, int srcLane, int width = warpSize); \
    SA_DEVICE type __shfl_up_sync(unsigned int mask, type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_down_sync(unsigned int mask, type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_xor_sync(unsigned int mask, type var, int laneMask, int width = warpSize); \
    SA_DEVICE type __shfl(type var, int srcLane, int width = warpSize); \
    SA_DEVICE type __shfl_up(type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_down(type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_xor(type var, int laneMask, int width = warpSize);
SA_SHUFFLE(int)
SA_SHUFFLE(unsigned int)
SA_SHUFFLE(long)
SA_SHUFFLE(unsigned long)
SA_SHUFFLE(long long)
SA_SHUFFLE(unsigned long long)
SA_SHUFFLE(float)
SA_SHUFFLE(double)
#undef SA_SHUFFLE

// Loads and stores with a cache policy.
#define SA_CACHED(type) \
    SA_DEVICE type __ldg(const type *p); \
    SA_DEVICE type __ldca(const type *p); \
    SA_DEVICE type __ldcg(const type *p); \
    SA_DEVICE type __ldcs(const type *p); \
    SA_DEVICE type __ldcv(const type *p); \
    SA_DEVICE type __ldlu(const type *p); \
    SA_DEVICE void __stwb(type *p, type value); \
    SA_DEVICE void __stcg(type *p, type value); \
    SA_DEVICE void __stcs(type *p, type value); \
    SA_DEVICE void __stwt(type *p, type value);
SA_CACHED(char)
SA_CACHED(signed char)
SA_CACHED(unsigned char)
SA_CACHED(short)
SA_CACHED(unsigned short)
SA_CACHED(int)
SA_CACHED(unsigned int)
SA_CACHED(long)
SA_CACHED(unsigned long)
SA_CACHED(long long)
SA_CACHED(unsigned long long)
SA_CACHED(float)
SA_CACHED(double)
SA_CACHED(char2)
SA_CACHED(char4)
SA_CACHED(uchar2)
SA_CACHED(uchar4)
SA_CACHED(short2)
SA_CACHED(short4)
SA_CACHED(ushort2)
SA_CACHED(ushort4)
SA_CACHED(int2)
SA_CACHED(int4)
SA_CACHED(uint2)
SA_CACHED(uint4)
SA_CACHED(longlong2)
SA_CACHED(ulonglong2)
SA_CACHED(float2)
SA_CACHED(float4)
SA_CACHED(double2)
#undef SA_CACHED

// Integer arithmetic.
SA_DEVICE_PURE int __mulhi(int x, int y);
SA_DEVICE_PURE unsigned int __umulhi(unsigned int x, unsigned int y);
SA_DEVICE_PURE long long __mul64hi(long long x, long long y);
SA_DEVICE_PURE unsigned long long __umul64hi(unsigned long long x, unsigned long long y);
SA_DEVICE_PURE int __mul24(int x, int y);
SA_DEVICE_PURE unsigned int __umul24(unsigned int x, unsigned int y);
SA_DEVICE_PURE unsigned int __sad(int x, int y, unsigned int z);
SA_DEVICE_PURE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z);
SA_DEVICE_PURE int __hadd(int x, int y);
SA_DEVICE_PURE int __rhadd(int x, int y);
SA_DEVICE_PURE unsigned int __uhadd(unsigned int x, unsigned int y);
SA_DEVICE_PURE unsigned int __urhadd(unsigned int x, unsigned int y);
SA_DEVICE_PURE int mulhi(int x, int y);
SA_DEVICE_PURE unsigned int mulhi(unsigned int x, unsigned int y);
SA_DEVICE_PURE int mul24(int x, int y);
SA_DEVICE_PURE unsigned int umul24(unsigned int x, unsigned int y);
SA_DEVICE_PURE long long mul64hi(long long x, long long y);
SA_DEVICE_PURE int __dp4a(int a, int b, int c);
SA_DEVICE_PURE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c);
SA_DEVICE_PURE int __dp4a(char4 a, char4 b, int c);
SA_DEVICE_PURE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c);
SA_DEVICE_PURE int __dp2a_lo(int a, int b, int c);
SA_DEVICE_PURE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c);
SA_DEVICE_PURE int __dp2a_lo(short2 a, char4 b, int c);
SA_DEVICE_PURE unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c);
SA_DEVICE_PURE int __dp2a_hi(int a, int b, int c);
SA_DEVICE_PURE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c);
SA_DEVICE_PURE int __dp2a_hi(short2 a, char4 b, int c);
SA_DEVICE_PURE unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c);

// Bits.
SA_DEVICE_PURE int __clz(int x);
SA_DEVICE_PURE int __clzll(long long x);
SA_DEVICE_PURE int __ffs(int x);
SA_DEVICE_PURE int __ffsll(long long x);
SA_DEVICE_PURE int __popc(unsigned int x);
SA_DEVICE_PURE int __popcll(unsigned long long x);
SA_DEVICE_PURE unsigned int __brev(unsigned int x);
SA_DEVICE_PURE unsigned long long __brevll(unsigned long long x);
SA_DEVICE_PURE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s);
SA_DEVICE_PURE unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift);
SA_DEVICE_PURE unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift);
SA_DEVICE_PURE unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift);
SA_DEVICE_PURE unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift);
SA_DEVICE_PURE unsigned short __nv_bswap16(unsigned short x);
SA_DEVICE_PURE unsigned int __nv_bswap32(unsigned int x);
SA_DEVICE_PURE unsigned long long __nv_bswap64(unsigned long long x);

// Fast single-precision functions.
SA_DEVICE_PURE float __sinf(float x);
SA_DEVICE_PURE float __cosf(float x);
SA_DEVICE_PURE float __tanf(float x);
SA_DEVICE_PURE float __tanhf(float x);
SA_DEVICE_PURE float __expf(float x);
SA_DEVICE_PURE float __exp10f(float x);
SA_DEVICE_PURE float __logf(float x);
SA_DEVICE_PURE float __log2f(float x);
SA_DEVICE_PURE float __log10f(float x);
SA_DEVICE_PURE float __powf(float x, float y);
SA_DEVICE_PURE float __fdividef(float x, float y);
SA_DEVICE_PURE float fdividef(float x, float y);
SA_DEVICE_PURE double fdivide(double x, double y);
SA_DEVICE_PURE float __saturatef(float x);
SA_DEVICE_PURE float saturate(float x);
SA_DEVICE void __sincosf(float x, float *sine, float *cosine);

// Arithmetic with a rounding mode: nearest, towards zero, up, down.
#define SA_ROUNDED_1(type, name) \
    SA_DEVICE_PURE type name##_rn(type x); \
    SA_DEVICE_PURE type name##_rz(type x); \
    SA_DEVICE_PURE type name##_ru(type x); \
    SA_DEVICE_PURE type name##_rd(type x);
#define SA_ROUNDED_2(type, name) \
    SA_DEVICE_PURE type name##_rn(type x, type y); \
    SA_DEVICE_PURE type name##_rz(type x, type y); \
    SA_DEVICE_PURE type name##_ru(type x, type y); \
    SA_DEVICE_PURE type name##_rd(type x, type y);
#define SA_ROUNDED_3(type, name) \
    SA_DEVICE_PURE type name##_rn(type x, type y, type z); \
    SA_DEVICE_PURE type name##_rz(type x, type y, type z); \
    SA_DEVICE_PURE type name##_ru(type x, type y, type z); \
    SA_DEVICE_PURE type name##_rd(type x, type y, type z);
SA_ROUNDED_2(float, __fadd)
SA_ROUNDED_2(float, __fsub)
SA_ROUNDED_2(float, __fmul)
SA_ROUNDED_2(float, __fdiv)
SA_ROUNDED_3(float, __fmaf)
SA_ROUNDED_3(float, __fmaf_ieee)
SA_ROUNDED_1(float, __frcp)
SA_ROUNDED_1(float, __fsqrt)
SA_DEVICE_PURE float __frsqrt_rn(float x);
SA_ROUNDED_2(double, __dadd)
SA_ROUNDED_2(double, __dsub)
SA_ROUNDED_2(double, __dmul)
SA_ROUNDED_2(double, __ddiv)
SA_ROUNDED_3(double, __fma)
SA_ROUNDED_1(double, __drcp)
SA_ROUNDED_1(double, __dsqrt)
#undef SA_ROUNDED_1
#undef SA_ROUNDED_2
#undef SA_ROUNDED_3

// Conversions with a rounding mode.
#define SA_CONVERT(name, to, from) \
    SA_DEVICE_PURE to name##_rn(from x); \
    SA_DEVICE_PURE to name##_rz(from x); \
    SA_DEVICE_PURE to name##_ru(from x); \
    SA_DEVICE_PURE to name##_rd(from x);
SA_CONVERT(__float2int, int, float)
SA_CONVERT(__float2uint, unsigned int, float)
SA_CONVERT(__float2ll, long long, float)
SA_CONVERT(__float2ull, unsigned long long, float)
SA_CONVERT(__double2int, int, double)
SA_CONVERT(__double2uint, unsigned int, double)
SA_CONVERT(__double2ll, long long, double)
SA_CONVERT(__double2ull, unsigned long long, double)
SA_CONVERT(__double2float, float, double)
SA_CONVERT(__int2float, float, int)
SA_CONVERT(__uint2float, float, unsigned int)
SA_CONVERT(__ll2float, float, long long)
SA_CONVERT(__ull2float, float, unsigned long long)
SA_CONVERT(__ll2double, double, long long)
SA_CONVERT(__ull2double, double, unsigned long long)
SA_DEVICE_PURE double __int2double_rn(int x);
SA_DEVICE_PURE double __uint2double_rn(unsigned int x);
#undef SA_CONVERT

// Reinterpretation of bits.
SA_DEVICE_PURE int __float_as_int(float x);
SA_DEVICE_PURE unsigned int __float_as_uint(float x);
SA_DEVICE_PURE float __int_as_float(int x);
SA_DEVICE_PURE float __uint_as_float(unsigned int x);
SA_DEVICE_PURE long long __double_as_longlong(double x);
SA_DEVICE_PURE double __longlong_as_double(long long x);
SA_DEVICE_PURE int __double2hiint(double x);
SA_DEVICE_PURE int __double2loint(double x);
SA_DEVICE_PURE double __hiloint2double(int hi, int lo);
SA_DEVICE_PURE float int_as_float(int x);
SA_DEVICE_PURE int float_as_int(float x);
SA_DEVICE_PURE float uint_as_float(unsigned int x);
SA_DEVICE_PURE unsigned int float_as_uint(float x);

// Conversions without underscores, rounding mode as argument.
SA_DEVICE_PURE int float2int(float x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE unsigned int float2uint(float x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE float int2float(int x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE float uint2float(unsigned int x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE int double2int(double x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE unsigned int double2uint(double x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE long long double2ll(double x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE unsigned long long double2ull(double x, enum cudaRoundMode mode = cudaRoundZero);
SA_DEVICE_PURE double int2double(int x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE double uint2double(unsigned int x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE double ll2double(long long x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE double ull2double(unsigned long long x, enum cudaRoundMode mode = cudaRoundNearest);
SA_DEVICE_PURE double float2double(float x, enum cudaRoundMode mode = cudaRoundNearest);

// SIMD within a word: two halves (…2) or four bytes (…4).
#define SA_SIMD_1(name) \
    SA_DEVICE_PURE unsigned int name##2(unsigned int a); \
    SA_DEVICE_PURE unsigned int name##4(unsigned int a);
#define SA_SIMD_2(name) \
    SA_DEVICE_PURE unsigned int name##2(unsigned int a, unsigned int b); \
    SA_DEVICE_PURE unsigned int name##4(unsigned int a, unsigned int b);
SA_SIMD_1(__vabs)
SA_SIMD_1(__vabsss)
SA_SIMD_1(__vneg)
SA_SIMD_1(__vnegss)
SA_SIMD_2(__vadd)
SA_SIMD_2(__vaddss)
SA_SIMD_2(__vaddus)
SA_SIMD_2(__vsub)
SA_SIMD_2(__vsubss)
SA_SIMD_2(__vsubus)
SA_SIMD_2(__vavgs)
SA_SIMD_2(__vavgu)
SA_SIMD_2(__vhaddu)
SA_SIMD_2(__vabsdiffs)
SA_SIMD_2(__vabsdiffu)
SA_SIMD_2(__vsads)
SA_SIMD_2(__vsadu)
SA_SIMD_2(__vmaxs)
SA_SIMD_2(__vmaxu)
SA_SIMD_2(__vmins)
SA_SIMD_2(__vminu)
SA_SIMD_2(__vcmpeq)
SA_SIMD_2(__vcmpne)
SA_SIMD_2(__vcmpges)
SA_SIMD_2(__vcmpgeu)
SA_SIMD_2(__vcmpgts)
SA_SIMD_2(__vcmpgtu)
SA_SIMD_2(__vcmples)
SA_SIMD_2(__vcmpleu)
SA_SIMD_2(__vcmplts)
SA_SIMD_2(__vcmpltu)
SA_SIMD_2(__vseteq)
SA_SIMD_2(__vsetne)
SA_SIMD_2(__vsetges)
SA_SIMD_2(__vsetgeu)
SA_SIMD_2(__vsetgts)
SA_SIMD_2(__vsetgtu)
SA_SIMD_2(__vsetles)
SA_SIMD_2(__vsetleu)
SA_SIMD_2(__vsetlts)
SA_SIMD_2(__vsetltu)
#undef SA_SIMD_1
#undef SA_SIMD_2

// Three-way and clamped minima and maxima (both sides).
#define SA_VIMM_3(name) \
    SA_BOTH_PURE int name##_s32(int a, int b, int c); \
    SA_BOTH_PURE unsigned int name##_u32(unsigned int a, unsigned int b, unsigned int c); \
    SA_BOTH_PURE unsigned int name##_s16x2(unsigned int a, unsigned int b, unsigned int c); \
    SA_BOTH_PURE unsigned int name##_u16x2(unsigned int a, unsigned int b, unsigned int c); \
    SA_BOTH_PURE int name##_s32_relu(int a, int b, int c); \
    SA_BOTH_PURE unsigned int name##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c);
SA_VIMM_3(__vimax3)
SA_VIMM_3(__vimin3)
SA_VIMM_3(__viaddmax)
SA_VIMM_3(__viaddmin)
#undef SA_VIMM_3
#define SA_VIMM_2(name) \
    SA_BOTH_PURE int __vi##name##_s32_relu(int a, int b); \
    SA_BOTH_PURE unsigned int __vi##name##_s16x2_relu(unsigned int a, unsigned int b); \
    __host__ __device__ int __vib##name##_s32(int a, int b, bool *pred); \
    __host__ __device__ unsigned int __vib##name##_u32(unsigned int a, unsigned int b, bool *pred); \
    __host__ __device__ unsigned int __vib##name##_s16x2(unsigned int a, unsigned int b, bool *hi, bool *lo); \
    __host__ __device__ unsigned int __vib##name##_u16x2(unsigned int a, unsigned int b, bool *hi, bool *lo);
SA_VIMM_2(max)
SA_VIMM_2(min)
#undef SA_VIMM_2

// Questions about extended lambdas, which clang compiles as ordinary ones.
#ifndef __nv_is_extended_device_lambda_closure_type
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#endif

#endif // C++ and CUDA

#endif
