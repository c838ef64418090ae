// StreamAlloc embedded CUDA declarations: 8-bit floating point.
#ifndef SA_EMBEDDED_CUDA_FP8_H
#define SA_EMBEDDED_CUDA_FP8_H
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

// Storage and modes.
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus

// Conversions of the storage types.
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s,
                                                            __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s,
                                                             __nv_fp8_interpretation_t i);
SA_BOTH_PURE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t i);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t s, enum cudaRoundMode mode);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t s, enum cudaRoundMode mode);
SA_BOTH_PURE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t s,
                                                             enum cudaRoundMode mode);
SA_BOTH_PURE __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x);

// The formats, alone and in packs of two and four.
#define SA_FP8(name, pair, quad) \
    struct name { \
        __nv_fp8_storage_t __x; \
        name() = default; \
        explicit __host__ __device__ name(__half v); \
        explicit __host__ __device__ name(__nv_bfloat16 v); \
        explicit __host__ __device__ name(float v); \
        explicit __host__ __device__ name(double v); \
        explicit __host__ __device__ name(int v); \
        explicit __host__ __device__ name(unsigned int v); \
        explicit __host__ __device__ name(long v); \
        explicit __host__ __device__ name(unsigned long v); \
        explicit __host__ __device__ operator __half() const; \
        explicit __host__ __device__ operator __nv_bfloat16() const; \
        explicit __host__ __device__ operator float() const; \
        explicit __host__ __device__ operator double() const; \
        explicit __host__ __device__ operator int() const; \
        explicit __host__ __device__ operator bool() const; \
    }; \
    struct pair { \
        __nv_fp8x2_storage_t __x; \
        pair() = default; \
        explicit __host__ __device__ pair(__half2 v); \
        explicit __host__ __device__ pair(__nv_bfloat162 v); \
        explicit __host__ __device__ pair(float2 v); \
        explicit __host__ __device__ operator __half2() const; \
        explicit __host__ __device__ operator float2() const; \
    }; \
    struct quad { \
        __nv_fp8x4_storage_t __x; \
        quad() = default; \
        explicit __host__ __device__ quad(__half2 lo, __half2 hi); \
        explicit __host__ __device__ quad(__nv_bfloat162 lo, __nv_bfloat162 hi); \
        explicit __host__ __device__ quad(float4 v); \
        explicit __host__ __device__ operator float4() const; \
    };
SA_FP8(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
SA_FP8(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
SA_FP8(__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0)
#undef SA_FP8

#endif // C++

#endif
