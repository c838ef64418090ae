// StreamAlloc embedded CUDA declarations: bfloat16.
#ifndef SA_EMBEDDED_CUDA_BF16_H
#define SA_EMBEDDED_CUDA_BF16_H
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"

// Storage.
typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x;
    unsigned short y;
} __nv_bfloat162_raw;

#ifdef __cplusplus

// The types and their operators.
struct __attribute__((aligned(2))) __nv_bfloat16 {
    SA_HALF_MEMBERS(__nv_bfloat16, __nv_bfloat16_raw)
    explicit __host__ __device__ __nv_bfloat16(const __half &v);
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    SA_HALF_PAIR_MEMBERS(__nv_bfloat162, __nv_bfloat16, __nv_bfloat162_raw)
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
SA_HALF_OPERATORS(__nv_bfloat16)
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
SA_HALF_OPERATORS(__nv_bfloat162)
#endif

// Arithmetic and conversions on both sides.
SA_HALF_HOST_INTRINSICS(__nv_bfloat16, __nv_bfloat162)
SA_HALF_INTEGERS(__nv_bfloat16, bfloat16)
SA_BOTH_PURE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y);
SA_BOTH_PURE __nv_bfloat162 __float2bfloat162_rn(float a);
SA_BOTH_PURE __nv_bfloat162 __floats2bfloat162_rn(float a, float b);
SA_BOTH_PURE __nv_bfloat162 __float22bfloat162_rn(float2 a);
SA_BOTH_PURE float2 __bfloat1622float2(__nv_bfloat162 a);
SA_BOTH_PURE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a);
SA_BOTH_PURE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b);
SA_BOTH_PURE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b);
SA_BOTH_PURE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b);
SA_BOTH_PURE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a);
SA_BOTH_PURE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a);
SA_BOTH_PURE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a);
SA_BOTH_PURE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a);

#ifdef __CUDA__
// Functions of device code.
SA_HALF_DEVICE_INTRINSICS(__nv_bfloat16, __nv_bfloat162)
#endif

// Constants.
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

#endif // C++

#endif
