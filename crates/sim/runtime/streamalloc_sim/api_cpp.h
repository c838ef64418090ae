// The C++ side of the runtime API: overloads that take typed pointers, symbols by name, and kernels by name.
#ifndef STREAMALLOC_SIM_API_CPP_H
#define STREAMALLOC_SIM_API_CPP_H

#include "api.h"

namespace streamalloc_sim {
// A copy from or to a __device__ variable whose storage is [symbol, symbol + size).
cudaError_t copy_to_symbol(void *symbol, size_t size, const void *src, size_t count, size_t offset, cudaMemcpyKind kind);
cudaError_t copy_to_symbol_async(void *symbol, size_t size, const void *src, size_t count, size_t offset, cudaMemcpyKind kind,
                                 cudaStream_t stream);
cudaError_t copy_from_symbol(void *dst, const void *symbol, size_t size, size_t count, size_t offset, cudaMemcpyKind kind);
cudaError_t copy_from_symbol_async(void *dst, const void *symbol, size_t size, size_t count, size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream);
// Makes the variable's storage known as device memory and returns its address.
void *symbol_address(const void *symbol, size_t size);

template <typename T> void *untyped(const T &object) {
    return const_cast<void *>(reinterpret_cast<const volatile void *>(&reinterpret_cast<const volatile char &>(object)));
}
} // namespace streamalloc_sim

template <typename T> inline cudaError_t cudaMalloc(T **ptr, size_t size) { return cudaMalloc((void **)(void *)ptr, size); }

template <typename T> inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
    return cudaHostAlloc((void **)(void *)ptr, size, flags);
}

inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) { return cudaHostAlloc(ptr, size, flags); }

template <typename T> inline cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
    return cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <typename T> inline cudaError_t cudaMallocManaged(T **ptr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)(void *)ptr, size, flags);
}

template <typename T> inline cudaError_t cudaMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)(void *)ptr, pitch, width, height);
}

template <typename T> inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
    return cudaMallocAsync((void **)(void *)ptr, size, stream);
}

template <typename T> inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <typename T> inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return streamalloc_sim::copy_to_symbol(streamalloc_sim::untyped(symbol), sizeof(T), src, count, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return streamalloc_sim::copy_to_symbol_async(streamalloc_sim::untyped(symbol), sizeof(T), src, count, offset, kind, stream);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return streamalloc_sim::copy_from_symbol(dst, streamalloc_sim::untyped(symbol), sizeof(T), count, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return streamalloc_sim::copy_from_symbol_async(dst, streamalloc_sim::untyped(symbol), sizeof(T), count, offset, kind, stream);
}

template <typename T> inline cudaError_t cudaGetSymbolAddress(void **ptr, const T &symbol) {
    *ptr = streamalloc_sim::symbol_address(streamalloc_sim::untyped(symbol), sizeof(T));
    return cudaSuccess;
}

template <typename P, typename T> inline cudaError_t cudaGetSymbolAddress(P **ptr, const T &symbol) {
    return cudaGetSymbolAddress((void **)(void *)ptr, symbol);
}

template <typename T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &) {
    *size = sizeof(T);
    return cudaSuccess;
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }

inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned int, cudaStream_t = 0) {
    return cudaSuccess;
}
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }

// With the per-thread default stream, stream 0 of the whole program means the calling thread's own stream. As under nvcc, the
// macro counts only on the command line: this header is included ahead of the source text.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
namespace streamalloc_sim {
extern bool per_thread_default_stream;
static const bool use_per_thread_default_stream = (per_thread_default_stream = true);
} // namespace streamalloc_sim
#endif

#endif
