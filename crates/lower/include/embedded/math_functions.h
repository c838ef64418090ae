// StreamAlloc embedded CUDA declarations: the C library as device code sees it, and CUDA's own math functions.
//
// clang rejects calls from device code to host functions, so every libm function gets a `__device__` twin. The twins
// must come before <cmath>, whose constexpr overloads (`std::sin(float)`, …) clang then treats as host and device.
#ifndef SA_EMBEDDED_MATH_FUNCTIONS_H
#define SA_EMBEDDED_MATH_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDA__)

#include "host_defines.h"

#ifdef _GLIBCXX_CMATH
#define SA_CMATH_CAME_FIRST
#endif

extern "C" {

// libm, one argument: NAME(double) and NAMEf(float).
#define SA_LIBM_1(name) \
    SA_DEVICE_PURE double name(double x); \
    SA_DEVICE_PURE float name##f(float x);
SA_LIBM_1(acos)
SA_LIBM_1(acosh)
SA_LIBM_1(asin)
SA_LIBM_1(asinh)
SA_LIBM_1(atan)
SA_LIBM_1(atanh)
SA_LIBM_1(cbrt)
SA_LIBM_1(ceil)
SA_LIBM_1(cos)
SA_LIBM_1(cosh)
SA_LIBM_1(erf)
SA_LIBM_1(erfc)
SA_LIBM_1(exp)
SA_LIBM_1(exp10)
SA_LIBM_1(exp2)
SA_LIBM_1(expm1)
SA_LIBM_1(fabs)
SA_LIBM_1(floor)
SA_LIBM_1(j0)
SA_LIBM_1(j1)
SA_LIBM_1(lgamma)
SA_LIBM_1(log)
SA_LIBM_1(log10)
SA_LIBM_1(log1p)
SA_LIBM_1(log2)
SA_LIBM_1(logb)
SA_LIBM_1(nearbyint)
SA_LIBM_1(rint)
SA_LIBM_1(round)
SA_LIBM_1(sin)
SA_LIBM_1(sinh)
SA_LIBM_1(sqrt)
SA_LIBM_1(tan)
SA_LIBM_1(tanh)
SA_LIBM_1(tgamma)
SA_LIBM_1(trunc)
SA_LIBM_1(y0)
SA_LIBM_1(y1)
#undef SA_LIBM_1

// libm, two arguments of the same type.
#define SA_LIBM_2(name) \
    SA_DEVICE_PURE double name(double x, double y); \
    SA_DEVICE_PURE float name##f(float x, float y);
SA_LIBM_2(atan2)
SA_LIBM_2(copysign)
SA_LIBM_2(fdim)
SA_LIBM_2(fmax)
SA_LIBM_2(fmin)
SA_LIBM_2(fmod)
SA_LIBM_2(hypot)
SA_LIBM_2(nextafter)
SA_LIBM_2(pow)
SA_LIBM_2(remainder)
#undef SA_LIBM_2

// libm, other shapes.
#define SA_LIBM_REST(real, suffix) \
    SA_DEVICE_PURE real fma##suffix(real x, real y, real z); \
    SA_DEVICE_PURE real ldexp##suffix(real x, int exponent); \
    SA_DEVICE_PURE real scalbn##suffix(real x, int n); \
    SA_DEVICE_PURE real scalbln##suffix(real x, long n); \
    SA_DEVICE_PURE real jn##suffix(int n, real x); \
    SA_DEVICE_PURE real yn##suffix(int n, real x); \
    SA_DEVICE_PURE int ilogb##suffix(real x); \
    SA_DEVICE_PURE long lrint##suffix(real x); \
    SA_DEVICE_PURE long lround##suffix(real x); \
    SA_DEVICE_PURE long long llrint##suffix(real x); \
    SA_DEVICE_PURE long long llround##suffix(real x); \
    SA_DEVICE real nan##suffix(const char *tag); \
    SA_DEVICE real frexp##suffix(real x, int *exponent); \
    SA_DEVICE real modf##suffix(real x, real *integral); \
    SA_DEVICE real remquo##suffix(real x, real y, int *quotient); \
    SA_DEVICE void sincos##suffix(real x, real *sine, real *cosine);
SA_LIBM_REST(double, )
SA_LIBM_REST(float, f)
#undef SA_LIBM_REST

// stdlib.h: absolute values.
SA_DEVICE_PURE int abs(int x);
SA_DEVICE_PURE long labs(long x);
SA_DEVICE_PURE long long llabs(long long x);

// Memory, heap, output, time and failure.
SA_DEVICE void *malloc(__SIZE_TYPE__ size);
SA_DEVICE void free(void *pointer);
SA_DEVICE void *memcpy(void *dst, const void *src, __SIZE_TYPE__ count);
SA_DEVICE void *memset(void *dst, int value, __SIZE_TYPE__ count);
SA_DEVICE int printf(const char *format, ...);
SA_DEVICE int vprintf(const char *format, __builtin_va_list arguments);
SA_DEVICE long clock(void);
__attribute__((device, noreturn, nothrow)) void __assert_fail(const char *assertion, const char *file,
                                                              unsigned int line, const char *function);
__attribute__((device, noreturn, nothrow)) void __assertfail(const void *message, const void *file, unsigned int line,
                                                             const void *function, __SIZE_TYPE__ charsize);

} // extern "C"

// libstdc++ has these two as plain inline functions.
namespace std {
SA_DEVICE_PURE long abs(long x);
SA_DEVICE_PURE long long abs(long long x);
} // namespace std

// What nvcc's implicit include brings in. <new> needs the device malloc and free above.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

// The twins under their std names, should the standard headers have come first.
namespace std {
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::ldexp;
using ::lgamma;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::rint;
using ::round;
using ::scalbln;
using ::scalbn;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;

using ::abs;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
} // namespace std
using std::abs;

// <cmath>'s two-argument templates were defined before the twins: device code must prefer these. The enable_if makes
// the signature differ from the original's.
#if defined(SA_CMATH_CAME_FIRST) && defined(__GLIBCXX__)
namespace std {
#define SA_PROMOTED_2(name) \
    template <class A, class B> \
    __attribute__((device, enable_if(true, ""))) inline typename __gnu_cxx::__promote_2<A, B>::__type name(A x, B y) { \
        typedef typename __gnu_cxx::__promote_2<A, B>::__type R; \
        return ::name((R)x, (R)y); \
    }
SA_PROMOTED_2(atan2)
SA_PROMOTED_2(copysign)
SA_PROMOTED_2(fdim)
SA_PROMOTED_2(fmax)
SA_PROMOTED_2(fmin)
SA_PROMOTED_2(fmod)
SA_PROMOTED_2(hypot)
SA_PROMOTED_2(pow)
SA_PROMOTED_2(remainder)
#undef SA_PROMOTED_2
} // namespace std
using std::atan2;
using std::copysign;
using std::fdim;
using std::fmax;
using std::fmin;
using std::fmod;
using std::hypot;
using std::pow;
using std::remainder;
#endif

// CUDA's own functions, on both sides. The host half is apart from the device half, because C23 libraries have some.
#define SA_TWO_SIDES(declaration) \
    extern "C" __attribute__((host)) declaration noexcept; \
    extern "C" SA_DEVICE declaration;
#define SA_CUDA_1(name) \
    SA_TWO_SIDES(double name(double x)) \
    SA_TWO_SIDES(float name##f(float x)) \
    SA_BOTH_PURE float name(float x);
SA_CUDA_1(cospi)
SA_CUDA_1(cyl_bessel_i0)
SA_CUDA_1(cyl_bessel_i1)
SA_CUDA_1(erfcinv)
SA_CUDA_1(erfcx)
SA_CUDA_1(erfinv)
SA_CUDA_1(normcdf)
SA_CUDA_1(normcdfinv)
SA_CUDA_1(rcbrt)
SA_CUDA_1(rsqrt)
SA_CUDA_1(sinpi)
#undef SA_CUDA_1
#define SA_CUDA_NORMS(real, suffix) \
    SA_TWO_SIDES(real rhypot##suffix(real x, real y)) \
    SA_TWO_SIDES(real norm3d##suffix(real a, real b, real c)) \
    SA_TWO_SIDES(real rnorm3d##suffix(real a, real b, real c)) \
    SA_TWO_SIDES(real norm4d##suffix(real a, real b, real c, real d)) \
    SA_TWO_SIDES(real rnorm4d##suffix(real a, real b, real c, real d)) \
    SA_TWO_SIDES(real rnorm##suffix(int dim, const real *p)) \
    SA_TWO_SIDES(void sincospi##suffix(real x, real *sine, real *cosine))
SA_CUDA_NORMS(double, )
SA_CUDA_NORMS(float, f)
#undef SA_CUDA_NORMS
SA_TWO_SIDES(float normf(int dim, const float *p))
__host__ __device__ double norm(int dim, const double *p); // not "C": std::norm exists
__host__ __device__ void sincospi(float x, float *sine, float *cosine);
#undef SA_TWO_SIDES

// Single-precision overloads of names that <cmath> does not overload.
SA_BOTH_PURE float exp10(float x);
SA_BOTH_PURE float j0(float x);
SA_BOTH_PURE float j1(float x);
SA_BOTH_PURE float jn(int n, float x);
SA_BOTH_PURE float y0(float x);
SA_BOTH_PURE float y1(float x);
SA_BOTH_PURE float yn(int n, float x);
__host__ __device__ void sincos(float x, float *sine, float *cosine);

// min and max of arithmetic types, global and on both sides.
#define SA_MIN_MAX(result, left, right) \
    SA_BOTH_PURE result min(left a, right b); \
    SA_BOTH_PURE result max(left a, right b);
SA_MIN_MAX(int, int, int)
SA_MIN_MAX(unsigned int, unsigned int, unsigned int)
SA_MIN_MAX(unsigned int, int, unsigned int)
SA_MIN_MAX(unsigned int, unsigned int, int)
SA_MIN_MAX(long, long, long)
SA_MIN_MAX(unsigned long, unsigned long, unsigned long)
SA_MIN_MAX(unsigned long, long, unsigned long)
SA_MIN_MAX(unsigned long, unsigned long, long)
SA_MIN_MAX(long long, long long, long long)
SA_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SA_MIN_MAX(unsigned long long, long long, unsigned long long)
SA_MIN_MAX(unsigned long long, unsigned long long, long long)
SA_MIN_MAX(float, float, float)
SA_MIN_MAX(double, double, double)
SA_MIN_MAX(double, float, double)
SA_MIN_MAX(double, double, float)
#undef SA_MIN_MAX
SA_BOTH_PURE unsigned int umin(unsigned int a, unsigned int b);
SA_BOTH_PURE unsigned int umax(unsigned int a, unsigned int b);
SA_BOTH_PURE long long llmin(long long a, long long b);
SA_BOTH_PURE long long llmax(long long a, long long b);
SA_BOTH_PURE unsigned long long ullmin(unsigned long long a, unsigned long long b);
SA_BOTH_PURE unsigned long long ullmax(unsigned long long a, unsigned long long b);

// Classification under the names that the C library uses inside.
SA_DEVICE_PURE int __isnan(double x);
SA_DEVICE_PURE int __isnanf(float x);
SA_DEVICE_PURE int __isinf(double x);
SA_DEVICE_PURE int __isinff(float x);
SA_DEVICE_PURE int __finite(double x);
SA_DEVICE_PURE int __finitef(float x);
SA_DEVICE_PURE int __isfinited(double x);
SA_DEVICE_PURE int __signbit(double x);
SA_DEVICE_PURE int __signbitf(float x);
SA_DEVICE_PURE int __signbitd(double x);

#endif // C++ and CUDA

#endif
