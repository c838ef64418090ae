// What the CUDA keywords mean to the host compiler.
//
// `__global__` and `__shared__` are rewritten by the translator (crates/sim/src/translate), which needs to see them after
// preprocessing. In a translated unit (__CUDACC__) they therefore expand to a marker that only the translator understands; in
// a plain C or C++ file, where only declarations can meet them, they vanish. `__noinline__` is left to the translator too: the
// C++ library writes __attribute__((__noinline__)), which a macro of that name would break.
#ifndef STREAMALLOC_SIM_QUALIFIERS_H
#define STREAMALLOC_SIM_QUALIFIERS_H

#ifdef __CUDACC__
#define __global__ __streamalloc_sim_global__
#define __shared__ __streamalloc_sim_shared__
#else
#define __global__
#define __shared__
#endif

#define __host__
#define __device__
#define __constant__
#define __managed__
#define __grid_constant__
#define __cudart_builtin__
#define __device_builtin__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define CUDART_CB
#define CUDARTAPI

#endif
