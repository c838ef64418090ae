// StreamAlloc embedded CUDA declarations: channel descriptors of element types.
#ifndef SA_EMBEDDED_CHANNEL_DESCRIPTOR_H
#define SA_EMBEDDED_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus

// Any other type has no channels.
template <class T>
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc() {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define SA_CHANNEL(type, x, y, z, w, kind) \
    template <> \
    inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() { \
        return cudaCreateChannelDesc(x, y, z, w, kind); \
    }
#define SA_CHANNELS(scalar, name, bits, kind) \
    SA_CHANNEL(scalar, bits, 0, 0, 0, kind) \
    SA_CHANNEL(name##1, bits, 0, 0, 0, kind) \
    SA_CHANNEL(name##2, bits, bits, 0, 0, kind) \
    SA_CHANNEL(name##4, bits, bits, bits, bits, kind)
SA_CHANNELS(signed char, char, 8, cudaChannelFormatKindSigned)
SA_CHANNELS(unsigned char, uchar, 8, cudaChannelFormatKindUnsigned)
SA_CHANNELS(short, short, 16, cudaChannelFormatKindSigned)
SA_CHANNELS(unsigned short, ushort, 16, cudaChannelFormatKindUnsigned)
SA_CHANNELS(int, int, 32, cudaChannelFormatKindSigned)
SA_CHANNELS(unsigned int, uint, 32, cudaChannelFormatKindUnsigned)
SA_CHANNELS(float, float, 32, cudaChannelFormatKindFloat)
SA_CHANNEL(char, 8, 0, 0, 0, cudaChannelFormatKindSigned)
#undef SA_CHANNELS
#undef SA_CHANNEL

// Half precision, whose types are in cuda_fp16.h.
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif // C++

#endif
