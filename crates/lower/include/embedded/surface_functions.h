// StreamAlloc embedded CUDA declarations: reads and writes through surfaces, by object and by reference (older).
#ifndef SA_EMBEDDED_SURFACE_FUNCTIONS_H
#define SA_EMBEDDED_SURFACE_FUNCTIONS_H

#include "cuda_texture_types.h"

#if defined(__cplusplus) && defined(__CUDA__)

// One access: NAMEread in its four forms and NAMEwrite in its two. `x` counts bytes.
#define SA_UNPACK(...) __VA_ARGS__
#define SA_MODE enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
#define SA_SURFACE(name, kind, coordinates) \
    template <class T> \
    SA_DEVICE T name##read(cudaSurfaceObject_t surface, SA_UNPACK coordinates, SA_MODE); \
    template <class T> \
    SA_DEVICE void name##read(T *result, cudaSurfaceObject_t surface, SA_UNPACK coordinates, SA_MODE); \
    template <class T> \
    SA_DEVICE T name##read(surface<void, kind> reference, SA_UNPACK coordinates, SA_MODE); \
    template <class T> \
    SA_DEVICE void name##read(T *result, surface<void, kind> reference, SA_UNPACK coordinates, SA_MODE); \
    template <class T> \
    SA_DEVICE void name##write(T value, cudaSurfaceObject_t surface, SA_UNPACK coordinates, SA_MODE); \
    template <class T> \
    SA_DEVICE void name##write(T value, surface<void, kind> reference, SA_UNPACK coordinates, SA_MODE);

SA_SURFACE(surf1D, cudaSurfaceType1D, (int x))
SA_SURFACE(surf2D, cudaSurfaceType2D, (int x, int y))
SA_SURFACE(surf3D, cudaSurfaceType3D, (int x, int y, int z))
SA_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer))
SA_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer))
SA_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, (int x, int y, int face))
SA_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (int x, int y, int layerFace))

#undef SA_SURFACE
#undef SA_MODE
#undef SA_UNPACK

#endif // C++ and CUDA

#endif
