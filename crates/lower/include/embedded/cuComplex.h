// StreamAlloc embedded CUDA declarations: complex numbers as float2 and double2.
#ifndef SA_EMBEDDED_CUCOMPLEX_H
#define SA_EMBEDDED_CUCOMPLEX_H
#define CU_COMPLEX_H_

#include "math_functions.h" // before <math.h>

#include <math.h>

#include "vector_functions.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// One precision: the functions end in `f` for single precision and in nothing for double.
#define SA_COMPLEX(complex, real, suffix, make, SQRT) \
    SA_BOTH_INLINE real cuCreal##suffix(complex x) { return x.x; } \
    SA_BOTH_INLINE real cuCimag##suffix(complex x) { return x.y; } \
    SA_BOTH_INLINE complex cuConj##suffix(complex x) { return make(x.x, -x.y); } \
    SA_BOTH_INLINE complex cuCadd##suffix(complex x, complex y) { return make(x.x + y.x, x.y + y.y); } \
    SA_BOTH_INLINE complex cuCsub##suffix(complex x, complex y) { return make(x.x - y.x, x.y - y.y); } \
    SA_BOTH_INLINE complex cuCmul##suffix(complex x, complex y) { \
        return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); \
    } \
    SA_BOTH_INLINE complex cuCdiv##suffix(complex x, complex y) { \
        real d = y.x * y.x + y.y * y.y; \
        return make((x.x * y.x + x.y * y.y) / d, (x.y * y.x - x.x * y.y) / d); \
    } \
    SA_BOTH_INLINE complex cuCfma##suffix(complex x, complex y, complex d) { \
        return cuCadd##suffix(cuCmul##suffix(x, y), d); \
    } \
    SA_BOTH_INLINE real cuCabs##suffix(complex x) { return SQRT(x.x * x.x + x.y * x.y); }

SA_COMPLEX(cuFloatComplex, float, f, make_float2, sqrtf)
SA_COMPLEX(cuDoubleComplex, double, , make_double2, sqrt)
#undef SA_COMPLEX

SA_BOTH_INLINE cuFloatComplex make_cuFloatComplex(float r, float i) { return make_float2(r, i); }
SA_BOTH_INLINE cuDoubleComplex make_cuDoubleComplex(double r, double i) { return make_double2(r, i); }
SA_BOTH_INLINE cuComplex make_cuComplex(float r, float i) { return make_float2(r, i); }
SA_BOTH_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_double2(c.x, c.y); }
SA_BOTH_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return make_float2((float)c.x, (float)c.y); }

#endif
