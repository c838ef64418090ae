// StreamAlloc embedded CUDA declarations: make_* functions of the copy descriptors.
#ifndef SA_EMBEDDED_DRIVER_FUNCTIONS_H
#define SA_EMBEDDED_DRIVER_FUNCTIONS_H

#include "driver_types.h"

SA_BOTH_INLINE struct cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz) {
    struct cudaPitchedPtr v = {d, p, xsz, ysz};
    return v;
}

SA_BOTH_INLINE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos v = {x, y, z};
    return v;
}

SA_BOTH_INLINE struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
    struct cudaExtent v = {w, h, d};
    return v;
}

#endif
