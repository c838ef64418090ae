// StreamAlloc embedded CUDA declarations: make_* functions of the vector types.
#ifndef SA_EMBEDDED_VECTOR_FUNCTIONS_H
#define SA_EMBEDDED_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define SA_MAKE_FAMILY(name, element) \
    SA_BOTH_INLINE struct name##1 make_##name##1(element x) { \
        struct name##1 v = {x}; \
        return v; \
    } \
    SA_BOTH_INLINE struct name##2 make_##name##2(element x, element y) { \
        struct name##2 v = {x, y}; \
        return v; \
    } \
    SA_BOTH_INLINE struct name##3 make_##name##3(element x, element y, element z) { \
        struct name##3 v = {x, y, z}; \
        return v; \
    } \
    SA_BOTH_INLINE struct name##4 make_##name##4(element x, element y, element z, element w) { \
        struct name##4 v = {x, y, z, w}; \
        return v; \
    }

SA_MAKE_FAMILY(char, signed char)
SA_MAKE_FAMILY(uchar, unsigned char)
SA_MAKE_FAMILY(short, short)
SA_MAKE_FAMILY(ushort, unsigned short)
SA_MAKE_FAMILY(int, int)
SA_MAKE_FAMILY(uint, unsigned int)
SA_MAKE_FAMILY(long, long)
SA_MAKE_FAMILY(ulong, unsigned long)
SA_MAKE_FAMILY(longlong, long long)
SA_MAKE_FAMILY(ulonglong, unsigned long long)
SA_MAKE_FAMILY(float, float)
SA_MAKE_FAMILY(double, double)
#undef SA_MAKE_FAMILY

// The aligned names of CUDA 13.
#define SA_MAKE_ALIGNED(type, element) \
    SA_BOTH_INLINE struct type make_##type(element x, element y, element z, element w) { \
        struct type v = {x, y, z, w}; \
        return v; \
    }

SA_MAKE_ALIGNED(long4_16a, long)
SA_MAKE_ALIGNED(long4_32a, long)
SA_MAKE_ALIGNED(ulong4_16a, unsigned long)
SA_MAKE_ALIGNED(ulong4_32a, unsigned long)
SA_MAKE_ALIGNED(longlong4_16a, long long)
SA_MAKE_ALIGNED(longlong4_32a, long long)
SA_MAKE_ALIGNED(ulonglong4_16a, unsigned long long)
SA_MAKE_ALIGNED(ulonglong4_32a, unsigned long long)
SA_MAKE_ALIGNED(double4_16a, double)
SA_MAKE_ALIGNED(double4_32a, double)
#undef SA_MAKE_ALIGNED

#endif
