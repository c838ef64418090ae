// Half precision: storage in 16 bits, arithmetic in single precision.
#ifndef STREAMALLOC_SIM_CUDA_FP16_H
#define STREAMALLOC_SIM_CUDA_FP16_H

#include <cstdint>
#include <cstring>

#include "cuda_runtime.h"

namespace streamalloc_sim {

inline float half_to_float(uint16_t bits) {
    uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16, exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    if (exponent == 0) { // zero or subnormal: fraction * 2^-24
        float magnitude = static_cast<float>(fraction) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    uint32_t word = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13;
    return __uint_as_float(word);
}

// Rounds to nearest, ties to even.
inline uint16_t float_to_half(float value) {
    uint32_t word = __float_as_uint(value), sign = word >> 16 & 0x8000, magnitude = word & 0x7fffffff;
    if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7fff);
    if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);
    if (magnitude < 0x38800000) // subnormal: the scaled value rounds as an integer
        return static_cast<uint16_t>(sign | static_cast<uint32_t>(nearbyintf(__uint_as_float(magnitude) * 0x1p24f)));
    uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return static_cast<uint16_t>(sign | ((rounded >> 13) - (112 << 10)));
}

} // namespace streamalloc_sim

struct __half {
    uint16_t bits;
    __half() = default;
    __half(float value) : bits(streamalloc_sim::float_to_half(value)) {}
    __half(double value) : __half(static_cast<float>(value)) {}
    __half(int value) : __half(static_cast<float>(value)) {}
    operator float() const { return streamalloc_sim::half_to_float(bits); }
    __half &operator+=(__half b) { return *this = __half(float(*this) + float(b)); }
    __half &operator-=(__half b) { return *this = __half(float(*this) - float(b)); }
    __half &operator*=(__half b) { return *this = __half(float(*this) * float(b)); }
    __half &operator/=(__half b) { return *this = __half(float(*this) / float(b)); }
};
typedef __half half;

struct alignas(4) __half2 {
    __half x, y;
};
typedef __half2 half2;

inline __half operator+(__half a, __half b) { return __half(float(a) + float(b)); }
inline __half operator-(__half a, __half b) { return __half(float(a) - float(b)); }
inline __half operator*(__half a, __half b) { return __half(float(a) * float(b)); }
inline __half operator/(__half a, __half b) { return __half(float(a) / float(b)); }
inline __half operator-(__half a) { return __half(-float(a)); }

inline float __half2float(__half h) { return h; }
inline __half __float2half(float f) { return __half(f); }
inline __half __float2half_rn(float f) { return __half(f); }
inline __half __double2half(double d) { return __half(d); }
inline __half __int2half_rn(int i) { return __half(i); }
inline int __half2int_rn(__half h) { return static_cast<int>(nearbyintf(h)); }
inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hsub(__half a, __half b) { return a - b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half __hdiv(__half a, __half b) { return a / b; }
inline __half __hneg(__half a) { return -a; }
inline __half __hfma(__half a, __half b, __half c) { return __half(fmaf(a, b, c)); }
inline bool __heq(__half a, __half b) { return float(a) == float(b); }
inline bool __hlt(__half a, __half b) { return float(a) < float(b); }
inline bool __hgt(__half a, __half b) { return float(a) > float(b); }
inline __half __ushort_as_half(unsigned short bits) {
    __half h;
    h.bits = bits;
    return h;
}
inline unsigned short __half_as_ushort(__half h) { return h.bits; }

inline __half2 __halves2half2(__half a, __half b) { return __half2{a, b}; }
inline __half2 __floats2half2_rn(float a, float b) { return __half2{__half(a), __half(b)}; }
inline __half2 __float2half2_rn(float a) { return __half2{__half(a), __half(a)}; }
inline __half2 make_half2(__half a, __half b) { return __half2{a, b}; }
inline float2 __half22float2(__half2 h) { return make_float2(h.x, h.y); }
inline float __low2float(__half2 h) { return h.x; }
inline float __high2float(__half2 h) { return h.y; }
inline __half __low2half(__half2 h) { return h.x; }
inline __half __high2half(__half2 h) { return h.y; }
inline __half2 __hadd2(__half2 a, __half2 b) { return __half2{a.x + b.x, a.y + b.y}; }
inline __half2 __hsub2(__half2 a, __half2 b) { return __half2{a.x - b.x, a.y - b.y}; }
inline __half2 __hmul2(__half2 a, __half2 b) { return __half2{a.x * b.x, a.y * b.y}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }

#endif
