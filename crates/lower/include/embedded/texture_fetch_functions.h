// StreamAlloc embedded CUDA declarations: reads through textures, by object and by reference (older).
#ifndef SA_EMBEDDED_TEXTURE_FETCH_FUNCTIONS_H
#define SA_EMBEDDED_TEXTURE_FETCH_FUNCTIONS_H

#include "cuda_texture_types.h"

#if defined(__cplusplus) && defined(__CUDA__)

// What a fetch from texture<T, kind, mode> gives: T itself, or floats when integers are normalised.
template <class T>
struct sa_texture_float {
    typedef T type;
};
#define SA_TEXTURE_FLOAT(from, to) \
    template <> \
    struct sa_texture_float<from> { \
        typedef to type; \
    };
SA_TEXTURE_FLOAT(char, float)
SA_TEXTURE_FLOAT(signed char, float)
SA_TEXTURE_FLOAT(unsigned char, float)
SA_TEXTURE_FLOAT(short, float)
SA_TEXTURE_FLOAT(unsigned short, float)
SA_TEXTURE_FLOAT(char1, float1)
SA_TEXTURE_FLOAT(uchar1, float1)
SA_TEXTURE_FLOAT(short1, float1)
SA_TEXTURE_FLOAT(ushort1, float1)
SA_TEXTURE_FLOAT(char2, float2)
SA_TEXTURE_FLOAT(uchar2, float2)
SA_TEXTURE_FLOAT(short2, float2)
SA_TEXTURE_FLOAT(ushort2, float2)
SA_TEXTURE_FLOAT(char4, float4)
SA_TEXTURE_FLOAT(uchar4, float4)
SA_TEXTURE_FLOAT(short4, float4)
SA_TEXTURE_FLOAT(ushort4, float4)
#undef SA_TEXTURE_FLOAT

template <class T, enum cudaTextureReadMode mode>
struct sa_texture_result {
    typedef T type;
};
template <class T>
struct sa_texture_result<T, cudaReadModeNormalizedFloat> {
    typedef typename sa_texture_float<T>::type type;
};

// One fetch: by object (value, out-parameter, value with residency) and by reference. The parentheses around the
// coordinates keep their commas together.
#define SA_UNPACK(...) __VA_ARGS__
#define SA_FETCH(name, kind, coordinates) \
    template <class T> \
    SA_DEVICE T name(cudaTextureObject_t texture, SA_UNPACK coordinates); \
    template <class T> \
    SA_DEVICE void name(T *result, cudaTextureObject_t texture, SA_UNPACK coordinates); \
    template <class T> \
    SA_DEVICE T name(cudaTextureObject_t texture, SA_UNPACK coordinates, bool *isResident); \
    template <class T, enum cudaTextureReadMode mode> \
    SA_DEVICE typename sa_texture_result<T, mode>::type name(texture<T, kind, mode> reference, SA_UNPACK coordinates);

// Linear memory.
SA_FETCH(tex1Dfetch, cudaTextureType1D, (int x))

// One, two and three dimensions; cubes.
SA_FETCH(tex1D, cudaTextureType1D, (float x))
SA_FETCH(tex2D, cudaTextureType2D, (float x, float y))
SA_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z))
SA_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z))

// Layers.
SA_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer))
SA_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer))
SA_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer))

// A given level of detail.
SA_FETCH(tex1DLod, cudaTextureType1D, (float x, float level))
SA_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level))
SA_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level))
SA_FETCH(texCubemapLod, cudaTextureTypeCubemap, (float x, float y, float z, float level))
SA_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, (float x, int layer, float level))
SA_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, (float x, float y, int layer, float level))
SA_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer, float level))

// A level of detail from gradients.
SA_FETCH(tex1DGrad, cudaTextureType1D, (float x, float dx, float dy))
SA_FETCH(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy))
SA_FETCH(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 dx, float4 dy))
SA_FETCH(texCubemapGrad, cudaTextureTypeCubemap, (float x, float y, float z, float4 dx, float4 dy))
SA_FETCH(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int layer, float dx, float dy))
SA_FETCH(tex2DLayeredGrad, cudaTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy))
SA_FETCH(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered,
         (float x, float y, float z, int layer, float4 dx, float4 dy))
#undef SA_FETCH
#undef SA_UNPACK

// One channel of the four texels around a point.
template <class T>
SA_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int comp = 0);
template <class T>
SA_DEVICE void tex2Dgather(T *result, cudaTextureObject_t texture, float x, float y, int comp = 0);
template <class T>
SA_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, bool *isResident, int comp = 0);
template <class T>
struct sa_texture_gather;
#define SA_GATHER(scalar, name) \
    template <> \
    struct sa_texture_gather<scalar> { \
        typedef name##4 type; \
    }; \
    template <> \
    struct sa_texture_gather<name##1> { \
        typedef name##4 type; \
    }; \
    template <> \
    struct sa_texture_gather<name##2> { \
        typedef name##4 type; \
    }; \
    template <> \
    struct sa_texture_gather<name##3> { \
        typedef name##4 type; \
    }; \
    template <> \
    struct sa_texture_gather<name##4> { \
        typedef name##4 type; \
    };
SA_GATHER(signed char, char)
SA_GATHER(unsigned char, uchar)
SA_GATHER(short, short)
SA_GATHER(unsigned short, ushort)
SA_GATHER(int, int)
SA_GATHER(unsigned int, uint)
SA_GATHER(float, float)
#undef SA_GATHER
template <class T, enum cudaTextureReadMode mode>
SA_DEVICE typename sa_texture_result<typename sa_texture_gather<T>::type, mode>::type
tex2Dgather(texture<T, cudaTextureType2D, mode> reference, float x, float y, int comp = 0);

#endif // C++ and CUDA

#endif
