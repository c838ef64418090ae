// StreamAlloc embedded CUDA declarations: asynchronous copies of cooperative groups.
#ifndef SA_EMBEDDED_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SA_EMBEDDED_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)

namespace cooperative_groups {

template <class GroupT, class T, class Shape>
__device__ void memcpy_async(const GroupT &group, T *dst, const T *src, const Shape &shape) {
    ::memcpy((void *)dst, (const void *)src, (size_t)shape);
}
template <class GroupT, class T, class DstLayout, class SrcLayout>
__device__ void memcpy_async(const GroupT &group, T *dst, const DstLayout &dstLayout, const T *src,
                             const SrcLayout &srcLayout) {
    ::memcpy((void *)dst, (const void *)src, (size_t)srcLayout * sizeof(T));
}
template <class GroupT>
__device__ void wait(const GroupT &group);
template <unsigned int Stage, class GroupT>
__device__ void wait_prior(const GroupT &group);

} // namespace cooperative_groups

#endif

#endif
