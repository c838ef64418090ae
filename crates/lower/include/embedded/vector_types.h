// StreamAlloc embedded CUDA declarations: built-in vector types and dim3.
#ifndef SA_EMBEDDED_VECTOR_TYPES_H
#define SA_EMBEDDED_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__

#include "host_defines.h"

// One family: NAME1 … NAME4 of ELEMENT; alignments are those that nvcc uses.
#define SA_VECTOR_FAMILY(name, element, align2, align4) \
    struct name##1 { element x; }; \
    struct __attribute__((aligned(align2))) name##2 { element x, y; }; \
    struct name##3 { element x, y, z; }; \
    struct __attribute__((aligned(align4))) name##4 { element x, y, z, w; }; \
    typedef struct name##1 name##1; \
    typedef struct name##2 name##2; \
    typedef struct name##3 name##3; \
    typedef struct name##4 name##4;

SA_VECTOR_FAMILY(char, signed char, 2, 4)
SA_VECTOR_FAMILY(uchar, unsigned char, 2, 4)
SA_VECTOR_FAMILY(short, short, 4, 8)
SA_VECTOR_FAMILY(ushort, unsigned short, 4, 8)
SA_VECTOR_FAMILY(int, int, 8, 16)
SA_VECTOR_FAMILY(uint, unsigned int, 8, 16)
SA_VECTOR_FAMILY(long, long, 16, 16)
SA_VECTOR_FAMILY(ulong, unsigned long, 16, 16)
SA_VECTOR_FAMILY(longlong, long long, 16, 16)
SA_VECTOR_FAMILY(ulonglong, unsigned long long, 16, 16)
SA_VECTOR_FAMILY(float, float, 8, 16)
SA_VECTOR_FAMILY(double, double, 16, 16)
#undef SA_VECTOR_FAMILY

// CUDA 13 names with the alignment spelled out, for the 32-byte-capable families.
#define SA_VECTOR_ALIGNED(name, element) \
    struct __attribute__((aligned(16))) name##4_16a { element x, y, z, w; }; \
    struct __attribute__((aligned(32))) name##4_32a { element x, y, z, w; }; \
    typedef struct name##4_16a name##4_16a; \
    typedef struct name##4_32a name##4_32a;

SA_VECTOR_ALIGNED(long, long)
SA_VECTOR_ALIGNED(ulong, unsigned long)
SA_VECTOR_ALIGNED(longlong, long long)
SA_VECTOR_ALIGNED(ulonglong, unsigned long long)
SA_VECTOR_ALIGNED(double, double)
#undef SA_VECTOR_ALIGNED

// Extents of grids and blocks.
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
