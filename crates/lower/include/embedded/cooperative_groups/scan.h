// StreamAlloc embedded CUDA declarations: scans of cooperative groups.
#ifndef SA_EMBEDDED_COOPERATIVE_GROUPS_SCAN_H
#define SA_EMBEDDED_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDA__)

namespace cooperative_groups {

template <class GroupT, class T, class Fn>
__device__ auto inclusive_scan(const GroupT &group, T &&val, Fn &&op) -> decltype(op(val, val)) {
    return op(val, val);
}
template <class GroupT, class T>
__device__ typename std::decay<T>::type inclusive_scan(const GroupT &group, T &&val) {
    return val;
}
template <class GroupT, class T, class Fn>
__device__ auto exclusive_scan(const GroupT &group, T &&val, Fn &&op) -> decltype(op(val, val)) {
    return op(val, val);
}
template <class GroupT, class T>
__device__ typename std::decay<T>::type exclusive_scan(const GroupT &group, T &&val) {
    return val;
}
template <class GroupT, class Target, class T, class Fn>
__device__ auto inclusive_scan_update(const GroupT &group, Target &dst, T &&val, Fn &&op) -> decltype(op(val, val)) {
    return dst = op(dst, val);
}
template <class GroupT, class Target, class T, class Fn>
__device__ auto exclusive_scan_update(const GroupT &group, Target &dst, T &&val, Fn &&op) -> decltype(op(val, val)) {
    return dst = op(dst, val);
}

} // namespace cooperative_groups

#endif

#endif
