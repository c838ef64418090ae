// StreamAlloc embedded CUDA declarations: reductions of cooperative groups, and the function objects they take.
#ifndef SA_EMBEDDED_COOPERATIVE_GROUPS_REDUCE_H
#define SA_EMBEDDED_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__)

namespace cooperative_groups {

#define SA_FUNCTION_OBJECT(name, expression) \
    template <class T> \
    struct name { \
        __device__ T operator()(T a, T b) const { return expression; } \
    };
SA_FUNCTION_OBJECT(plus, a + b)
SA_FUNCTION_OBJECT(less, b < a ? b : a)
SA_FUNCTION_OBJECT(greater, a < b ? b : a)
SA_FUNCTION_OBJECT(bit_and, a &b)
SA_FUNCTION_OBJECT(bit_or, a | b)
SA_FUNCTION_OBJECT(bit_xor, a ^ b)
#undef SA_FUNCTION_OBJECT

template <class GroupT, class T, class Fn>
__device__ auto reduce(const GroupT &group, T &&val, Fn &&op) -> decltype(op(val, val)) {
    return op(val, val);
}
template <class GroupT, class T>
__device__ typename std::decay<T>::type reduce(const GroupT &group, T &&val) {
    return val;
}
template <class GroupT, class Target, class T, class Fn>
__device__ void reduce_update_async(const GroupT &group, Target &dst, T &&val, Fn &&op) {
    dst = op(dst, val);
}
template <class GroupT, class Target, class T, class Fn>
__device__ void reduce_store_async(const GroupT &group, Target &&dst, T &&val, Fn &&op) {
    dst = op(val, val);
}

} // namespace cooperative_groups

#endif

#endif
