// The built-in vector types (int2, float4, ...), their make_ functions, and dim3.
#ifndef STREAMALLOC_SIM_VECTORS_H
#define STREAMALLOC_SIM_VECTORS_H

#define STREAMALLOC_SIM_VECTOR(name, T, align2, align4)                                                                  \
    typedef struct name##1 {                                                                                             \
        T x;                                                                                                             \
    } name##1;                                                                                                           \
    typedef struct __attribute__((aligned(align2))) name##2 {                                                            \
        T x, y;                                                                                                          \
    } name##2;                                                                                                           \
    typedef struct name##3 {                                                                                             \
        T x, y, z;                                                                                                       \
    } name##3;                                                                                                           \
    typedef struct __attribute__((aligned(align4))) name##4 {                                                            \
        T x, y, z, w;                                                                                                    \
    } name##4;                                                                                                           \
    static inline name##1 make_##name##1(T x) {                                                                          \
        name##1 v = {x};                                                                                                 \
        return v;                                                                                                        \
    }                                                                                                                    \
    static inline name##2 make_##name##2(T x, T y) {                                                                     \
        name##2 v = {x, y};                                                                                              \
        return v;                                                                                                        \
    }                                                                                                                    \
    static inline name##3 make_##name##3(T x, T y, T z) {                                                                \
        name##3 v = {x, y, z};                                                                                           \
        return v;                                                                                                        \
    }                                                                                                                    \
    static inline name##4 make_##name##4(T x, T y, T z, T w) {                                                           \
        name##4 v = {x, y, z, w};                                                                                        \
        return v;                                                                                                        \
    }

STREAMALLOC_SIM_VECTOR(char, signed char, 2, 4)
STREAMALLOC_SIM_VECTOR(uchar, unsigned char, 2, 4)
STREAMALLOC_SIM_VECTOR(short, short, 4, 8)
STREAMALLOC_SIM_VECTOR(ushort, unsigned short, 4, 8)
STREAMALLOC_SIM_VECTOR(int, int, 8, 16)
STREAMALLOC_SIM_VECTOR(uint, unsigned int, 8, 16)
STREAMALLOC_SIM_VECTOR(long, long, 16, 16)
STREAMALLOC_SIM_VECTOR(ulong, unsigned long, 16, 16)
STREAMALLOC_SIM_VECTOR(longlong, long long, 16, 16)
STREAMALLOC_SIM_VECTOR(ulonglong, unsigned long long, 16, 16)
STREAMALLOC_SIM_VECTOR(float, float, 8, 16)
STREAMALLOC_SIM_VECTOR(double, double, 16, 16)
#undef STREAMALLOC_SIM_VECTOR

typedef struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;

#endif
