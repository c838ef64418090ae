// StreamAlloc embedded CUDA declarations: texture and surface references (`texture<…>`), which CUDA 12 removed.
#ifndef SA_EMBEDDED_CUDA_TEXTURE_TYPES_H
#define SA_EMBEDDED_CUDA_TEXTURE_TYPES_H

#include "channel_descriptor.h"
#include "surface_types.h"
#include "texture_types.h"

#if defined(__cplusplus) && defined(__CUDA__)

// The attributes make a variable of these types usable on both sides, like nvcc does.
template <class T, int texType = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    __host__ texture(int norm = 0, enum cudaTextureFilterMode fMode = cudaFilterModePoint,
                     enum cudaTextureAddressMode aMode = cudaAddressModeClamp) {
        init(norm, fMode, aMode, cudaCreateChannelDesc<T>());
    }
    __host__ texture(int norm, enum cudaTextureFilterMode fMode, enum cudaTextureAddressMode aMode,
                     struct cudaChannelFormatDesc desc) {
        init(norm, fMode, aMode, desc);
    }

  private:
    __host__ void init(int norm, enum cudaTextureFilterMode fMode, enum cudaTextureAddressMode aMode,
                       struct cudaChannelFormatDesc desc) {
        normalized = norm;
        filterMode = fMode;
        addressMode[0] = addressMode[1] = addressMode[2] = aMode;
        channelDesc = desc;
    }
};

template <class T, int dim = 1>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {};

// A void surface of some kind is the only one that programs make.
template <int dim>
struct __attribute__((device_builtin_surface_type)) surface<void, dim> : public surfaceReference {
    __host__ surface() {
        channelDesc.x = channelDesc.y = channelDesc.z = channelDesc.w = 0;
        channelDesc.f = cudaChannelFormatKindNone;
    }
};

#endif

#endif
