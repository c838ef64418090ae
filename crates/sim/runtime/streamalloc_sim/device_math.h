// Arithmetic that CUDA adds to the C library: min and max at global scope, single-precision intrinsics, bit operations,
// conversions with a rounding mode, and reinterpreting casts. The fast intrinsics are computed by the exact functions.
#ifndef STREAMALLOC_SIM_DEVICE_MATH_H
#define STREAMALLOC_SIM_DEVICE_MATH_H

#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <cstdint>
#include <cstring>

// min and max, also of mixed integer types (the unsigned one wins, as in an expression)
#define STREAMALLOC_SIM_MINMAX(R, A, B)                                                                                  \
    inline R min(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); }     \
    inline R max(A a, B b) { return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); }
#define STREAMALLOC_SIM_MINMAX3(U, S)                                                                                    \
    STREAMALLOC_SIM_MINMAX(S, S, S)                                                                                      \
    STREAMALLOC_SIM_MINMAX(U, U, U)                                                                                      \
    STREAMALLOC_SIM_MINMAX(U, S, U)                                                                                      \
    STREAMALLOC_SIM_MINMAX(U, U, S)
STREAMALLOC_SIM_MINMAX3(unsigned int, int)
STREAMALLOC_SIM_MINMAX3(unsigned long, long)
STREAMALLOC_SIM_MINMAX3(unsigned long long, long long)
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline double min(float a, double b) { return fmin(a, b); }
inline double max(float a, double b) { return fmax(a, b); }
inline double min(double a, float b) { return fmin(a, b); }
inline double max(double a, float b) { return fmax(a, b); }
#undef STREAMALLOC_SIM_MINMAX3
#undef STREAMALLOC_SIM_MINMAX
inline unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
inline unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }

// Functions that the C library lacks, or lacked before the version named
#ifdef __GLIBC_PREREQ
#define STREAMALLOC_SIM_GLIBC(major, minor) __GLIBC_PREREQ(major, minor)
#else
#define STREAMALLOC_SIM_GLIBC(major, minor) 0
#endif
#if !STREAMALLOC_SIM_GLIBC(2, 42)
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
#endif
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
inline float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
inline double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
inline float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
#if !STREAMALLOC_SIM_GLIBC(2, 41)
inline float sinpif(float x) { return sinf(x * 3.14159265358979323846f); }
inline double sinpi(double x) { return sin(x * 3.14159265358979323846); }
inline float cospif(float x) { return cosf(x * 3.14159265358979323846f); }
inline double cospi(double x) { return cos(x * 3.14159265358979323846); }
#endif
inline void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
inline void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
inline float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678118654752440f); }
inline double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
inline float saturate(float x) { return x < 0 ? 0.0f : x > 1 ? 1.0f : x; }
inline float fdividef(float a, float b) { return a / b; }

#undef STREAMALLOC_SIM_GLIBC

// Fast intrinsics
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return powf(10.0f, x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __saturatef(float x) { return saturate(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }

// Arithmetic with an explicit rounding mode. Only round-to-nearest is exact here; the directed forms use it too.
#define STREAMALLOC_SIM_ROUNDED(suffix)                                                                                  \
    inline float __fadd_##suffix(float a, float b) { return a + b; }                                                     \
    inline float __fsub_##suffix(float a, float b) { return a - b; }                                                     \
    inline float __fmul_##suffix(float a, float b) { return a * b; }                                                     \
    inline float __fdiv_##suffix(float a, float b) { return a / b; }                                                     \
    inline float __frcp_##suffix(float a) { return 1.0f / a; }                                                           \
    inline float __fsqrt_##suffix(float a) { return sqrtf(a); }                                                          \
    inline float __fmaf_##suffix(float a, float b, float c) { return fmaf(a, b, c); }                                    \
    inline double __dadd_##suffix(double a, double b) { return a + b; }                                                  \
    inline double __dsub_##suffix(double a, double b) { return a - b; }                                                  \
    inline double __dmul_##suffix(double a, double b) { return a * b; }                                                  \
    inline double __ddiv_##suffix(double a, double b) { return a / b; }                                                  \
    inline double __drcp_##suffix(double a) { return 1.0 / a; }                                                          \
    inline double __dsqrt_##suffix(double a) { return sqrt(a); }                                                         \
    inline double __fma_##suffix(double a, double b, double c) { return fma(a, b, c); }                                  \
    inline float __double2float_##suffix(double a) { return static_cast<float>(a); }                                     \
    inline float __int2float_##suffix(int a) { return static_cast<float>(a); }                                           \
    inline float __uint2float_##suffix(unsigned int a) { return static_cast<float>(a); }                                 \
    inline float __ll2float_##suffix(long long a) { return static_cast<float>(a); }                                      \
    inline float __ull2float_##suffix(unsigned long long a) { return static_cast<float>(a); }                            \
    inline double __ll2double_##suffix(long long a) { return static_cast<double>(a); }                                   \
    inline double __ull2double_##suffix(unsigned long long a) { return static_cast<double>(a); }
STREAMALLOC_SIM_ROUNDED(rn)
STREAMALLOC_SIM_ROUNDED(rz)
STREAMALLOC_SIM_ROUNDED(ru)
STREAMALLOC_SIM_ROUNDED(rd)
#undef STREAMALLOC_SIM_ROUNDED
inline double __int2double_rn(int a) { return a; }
inline double __uint2double_rn(unsigned int a) { return a; }

#define STREAMALLOC_SIM_TO_INT(suffix, round)                                                                            \
    inline int __float2int_##suffix(float a) { return static_cast<int>(round##f(a)); }                                   \
    inline unsigned int __float2uint_##suffix(float a) { return static_cast<unsigned int>(round##f(a)); }                \
    inline long long __float2ll_##suffix(float a) { return static_cast<long long>(round##f(a)); }                        \
    inline int __double2int_##suffix(double a) { return static_cast<int>(round(a)); }                                    \
    inline unsigned int __double2uint_##suffix(double a) { return static_cast<unsigned int>(round(a)); }                 \
    inline long long __double2ll_##suffix(double a) { return static_cast<long long>(round(a)); }
STREAMALLOC_SIM_TO_INT(rn, nearbyint)
STREAMALLOC_SIM_TO_INT(rz, trunc)
STREAMALLOC_SIM_TO_INT(ru, ceil)
STREAMALLOC_SIM_TO_INT(rd, floor)
#undef STREAMALLOC_SIM_TO_INT

// Bits
inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned int>(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned int __brev(unsigned int x) {
    unsigned int r = 0;
    for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
    return r;
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 | __brev(static_cast<unsigned int>(x >> 32));
}
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    uint64_t bytes = static_cast<uint64_t>(y) << 32 | x;
    unsigned int r = 0;
    for (int i = 0; i < 4; i++) {
        unsigned int s = selector >> (4 * i) & 0xf, byte = static_cast<unsigned int>(bytes >> (8 * (s & 7))) & 0xff;
        if (s & 8) byte = byte & 0x80 ? 0xff : 0;
        r |= byte << (8 * i);
    }
    return r;
}
inline unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
    return static_cast<unsigned int>(((static_cast<uint64_t>(hi) << 32 | lo) << (shift & 31)) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<uint64_t>(hi) << 32 | lo) >> (shift & 31));
}
inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
inline unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) { return static_cast<long long>(static_cast<__int128>(a) * b >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned int __sad(int a, int b, unsigned int c) { return static_cast<unsigned int>(a > b ? a - b : b - a) + c; }
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned int __uhadd(unsigned int a, unsigned int b) { return static_cast<unsigned int>((static_cast<uint64_t>(a) + b) >> 1); }

// Reinterpretation
#define STREAMALLOC_SIM_BITCAST(name, To, From)                                                                          \
    inline To name(From from) {                                                                                          \
        To to;                                                                                                           \
        std::memcpy(&to, &from, sizeof(to));                                                                             \
        return to;                                                                                                       \
    }
STREAMALLOC_SIM_BITCAST(__int_as_float, float, int)
STREAMALLOC_SIM_BITCAST(__uint_as_float, float, unsigned int)
STREAMALLOC_SIM_BITCAST(__float_as_int, int, float)
STREAMALLOC_SIM_BITCAST(__float_as_uint, unsigned int, float)
STREAMALLOC_SIM_BITCAST(__longlong_as_double, double, long long)
STREAMALLOC_SIM_BITCAST(__double_as_longlong, long long, double)
#undef STREAMALLOC_SIM_BITCAST
inline int __double2hiint(double d) { return static_cast<int>(__double_as_longlong(d) >> 32); }
inline int __double2loint(double d) { return static_cast<int>(__double_as_longlong(d)); }
inline double __hiloint2double(int hi, int lo) {
    return __longlong_as_double(static_cast<long long>(hi) << 32 | static_cast<unsigned int>(lo));
}

#endif
