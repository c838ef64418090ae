// StreamAlloc embedded CUDA declarations: half precision.
#ifndef SA_EMBEDDED_CUDA_FP16_H
#define SA_EMBEDDED_CUDA_FP16_H
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "vector_types.h"

// Storage.
typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x;
    unsigned short y;
} __half2_raw;

#if defined(__cplusplus)
#include "cuda_runtime.h"
#include "sa_half_common.h"

// The types and their operators.
struct __nv_bfloat16;
struct __attribute__((aligned(2))) __half {
    SA_HALF_MEMBERS(__half, __half_raw)
    explicit __host__ __device__ __half(const __nv_bfloat16 &v);
};
struct __attribute__((aligned(4))) __half2 {
    SA_HALF_PAIR_MEMBERS(__half2, __half, __half2_raw)
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#ifndef __CUDA_NO_HALF_OPERATORS__
SA_HALF_OPERATORS(__half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
SA_HALF_OPERATORS(__half2)
#endif

// Arithmetic and conversions on both sides.
SA_HALF_HOST_INTRINSICS(__half, __half2)
SA_HALF_INTEGERS(__half, half)
SA_BOTH_PURE __half2 make_half2(__half x, __half y);
SA_BOTH_PURE __half2 __float2half2_rn(float a);
SA_BOTH_PURE __half2 __floats2half2_rn(float a, float b);
SA_BOTH_PURE __half2 __float22half2_rn(float2 a);
SA_BOTH_PURE float2 __half22float2(__half2 a);
SA_BOTH_PURE __half2 __half2half2(__half a);
SA_BOTH_PURE __half2 __halves2half2(__half a, __half b);
SA_BOTH_PURE __half2 __lows2half2(__half2 a, __half2 b);
SA_BOTH_PURE __half2 __highs2half2(__half2 a, __half2 b);
SA_BOTH_PURE __half __low2half(__half2 a);
SA_BOTH_PURE __half __high2half(__half2 a);
SA_BOTH_PURE __half2 __low2half2(__half2 a);
SA_BOTH_PURE __half2 __high2half2(__half2 a);

#ifdef __CUDA__
// Functions of device code.
SA_HALF_DEVICE_INTRINSICS(__half, __half2)
template <>
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<__half>() {
    return cudaCreateChannelDescHalf();
}
template <>
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<__half2>() {
    return cudaCreateChannelDescHalf2();
}
#endif

// Constants.
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

#endif // C++

#endif
