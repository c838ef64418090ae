// StreamAlloc embedded CUDA declarations: the keywords of CUDA C++ as attributes that clang knows.
//
// In a host-only translation unit (plain C or C++, no `__CUDA__`) the keywords vanish.
#ifndef SA_EMBEDDED_HOST_DEFINES_H
#define SA_EMBEDDED_HOST_DEFINES_H

// Lets code (and our tests) see that the embedded declarations are in use, not a toolkit's.
#define STREAMALLOC_EMBEDDED_CUDA 1

// Function and variable spaces.
#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// clang 19 has `managed` for HIP only: a managed variable is a device variable with a note for us.
#define __managed__ __attribute__((device)) __attribute__((annotate("cuda.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

// Hints that change no meaning.
// (`__noinline__` is a keyword of clang in CUDA mode; a macro would break `__attribute__((__noinline__))`.)
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __no_return__ __attribute__((noreturn))
#define __grid_constant__
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __nv_pure__ __attribute__((pure))

// Markers of NVIDIA's own headers that some programs repeat.
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDART_CB
#define CUDACB

// Shorthands of these headers, not of CUDA.
#ifdef __cplusplus
#define SA_C_BEGIN extern "C" {
#define SA_C_END }
#define SA_DEFAULT(value) = value
#else
#define SA_C_BEGIN
#define SA_C_END
#define SA_DEFAULT(value)
#endif
// Device-side declaration; one that reads and writes no memory; such a one for both sides; one that only reads what its
// arguments refer to.
#define SA_DEVICE __device__ __attribute__((nothrow))
#define SA_DEVICE_PURE __device__ __attribute__((nothrow, const))
#define SA_BOTH_PURE __host__ __device__ __attribute__((nothrow, const))
#define SA_BOTH_READS __host__ __device__ __attribute__((nothrow, pure))
// Inline with a body, callable from both sides.
#define SA_BOTH_INLINE static __inline__ __host__ __device__

#endif
