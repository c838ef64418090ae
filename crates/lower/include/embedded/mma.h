// StreamAlloc embedded CUDA declarations: warp matrix functions (nvcuda::wmma).
#ifndef SA_EMBEDDED_MMA_H
#define SA_EMBEDDED_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)

namespace nvcuda {
namespace wmma {

// Uses, layouts, precisions.
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// A thread's part of a matrix. How elements map to threads, and how many there are, is not modelled.
template <class T>
struct sa_fragment_element {
    typedef T element_type;
    typedef T storage_element_type;
};
template <>
struct sa_fragment_element<precision::tf32> {
    typedef precision::tf32 element_type;
    typedef float storage_element_type;
};
template <>
struct sa_fragment_element<experimental::precision::u4> {
    typedef unsigned int element_type;
    typedef unsigned int storage_element_type;
};
template <>
struct sa_fragment_element<experimental::precision::s4> {
    typedef int element_type;
    typedef int storage_element_type;
};
template <>
struct sa_fragment_element<experimental::precision::b1> {
    typedef unsigned int element_type;
    typedef unsigned int storage_element_type;
};
template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  public:
    typedef typename sa_fragment_element<T>::element_type element_type;
    typedef typename sa_fragment_element<T>::storage_element_type storage_element_type;
    enum { num_elements = 8, num_storage_elements = 8 };
    storage_element_type x[num_elements];
};

// Filling, loading, storing, multiplying.
#define SA_FRAGMENT template <class Use, int m, int n, int k, class T, class Layout, class V>
SA_FRAGMENT __device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value);
SA_FRAGMENT __device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const V *p, unsigned int ldm);
SA_FRAGMENT __device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const V *p, unsigned int ldm,
                                             layout_t layout);
SA_FRAGMENT __device__ void store_matrix_sync(V *p, const fragment<Use, m, n, k, T, Layout> &f, unsigned int ldm,
                                              layout_t layout);
#undef SA_FRAGMENT
template <int m, int n, int k, class A, class LayoutA, class B, class LayoutB, class C, class D>
__device__ void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                         const fragment<matrix_b, m, n, k, B, LayoutB> &b, const fragment<accumulator, m, n, k, C> &c,
                         bool satf = false);
template <int m, int n, int k, class A, class LayoutA, class B, class LayoutB, class C, class D>
__device__ void bmma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                          const fragment<matrix_b, m, n, k, B, LayoutB> &b, const fragment<accumulator, m, n, k, C> &c,
                          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__device__ float __float_to_tf32(float x);

} // namespace wmma
} // namespace nvcuda

#endif

#endif
