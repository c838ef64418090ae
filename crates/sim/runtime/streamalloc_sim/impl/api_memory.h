// Allocation, registration, and questions about pointers.
#ifndef STREAMALLOC_SIM_IMPL_API_MEMORY_H
#define STREAMALLOC_SIM_IMPL_API_MEMORY_H

#include "device.h"

namespace streamalloc_sim {

inline cudaError_t allocate(void **ptr, size_t size, MemoryKind kind, unsigned flags) {
    ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!ptr) return call.result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0) return call.result(kind == MemoryKind::Managed ? cudaErrorInvalidValue : cudaSuccess);
    void *p = call.device.memory.allocate(size, kind, flags);
    if (!p) return call.result(cudaErrorMemoryAllocation);
    *ptr = p;
    return cudaSuccess;
}

// Pitches are multiples of this.
constexpr size_t pitch_unit = 512;

} // namespace streamalloc_sim

extern "C" {

cudaError_t cudaMalloc(void **ptr, size_t size) { return streamalloc_sim::allocate(ptr, size, streamalloc_sim::MemoryKind::Device, 0); }

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags) {
    return streamalloc_sim::allocate(ptr, size, streamalloc_sim::MemoryKind::Pinned, flags);
}

cudaError_t cudaMallocHost(void **ptr, size_t size) { return cudaHostAlloc(ptr, size, cudaHostAllocDefault); }

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags) {
    return streamalloc_sim::allocate(ptr, size, streamalloc_sim::MemoryKind::Managed, flags);
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height) {
    if (!pitch) return streamalloc_sim::ApiCall().result(cudaErrorInvalidValue);
    size_t unit = streamalloc_sim::pitch_unit;
    *pitch = (width + unit - 1) / unit * unit;
    return cudaMalloc(ptr, *pitch * height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *ptr, cudaExtent extent) {
    if (!ptr) return streamalloc_sim::ApiCall().result(cudaErrorInvalidValue);
    ptr->xsize = extent.width;
    ptr->ysize = extent.height;
    return cudaMallocPitch(&ptr->ptr, &ptr->pitch, extent.width, extent.height * extent.depth);
}

// The address is known at once; the memory begins to exist in stream order.
cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t handle) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (!ptr) return call.result(cudaErrorInvalidValue);
    *ptr = nullptr;
    if (size == 0) return cudaSuccess;
    void *p = call.device.memory.allocate(size, streamalloc_sim::MemoryKind::Device, 0);
    if (!p) return call.result(cudaErrorMemoryAllocation);
    call.submit(*stream, std::make_shared<streamalloc_sim::AllocateOp>(call.device.memory, p));
    *ptr = p;
    return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t, cudaStream_t stream) {
    return cudaMallocAsync(ptr, size, stream);
}

cudaError_t cudaFreeAsync(void *ptr, cudaStream_t handle) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (!ptr) return cudaSuccess;
    streamalloc_sim::Allocation *a = call.device.memory.find(ptr);
    if (!a || a->begin != reinterpret_cast<uintptr_t>(ptr) || a->kind != streamalloc_sim::MemoryKind::Device || a->free_queued)
        return call.result(cudaErrorInvalidValue);
    a->free_queued = true;
    call.submit(*stream, std::make_shared<streamalloc_sim::FreeOp>(call.device.memory, ptr));
    return cudaSuccess;
}

// Waits for the whole device, non-blocking streams included (measured).
cudaError_t cudaFree(void *ptr) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!ptr) return cudaSuccess;
    streamalloc_sim::Allocation *a = call.device.memory.find(ptr);
    using Kind = streamalloc_sim::MemoryKind;
    if (!a || a->begin != reinterpret_cast<uintptr_t>(ptr) || (a->kind != Kind::Device && a->kind != Kind::Managed) || a->free_queued)
        return call.result(cudaErrorInvalidValue);
    call.device.scheduler.complete_all(call.lock);
    a = call.device.memory.find(ptr); // the wait may have let other threads in
    if (a) call.device.memory.release(*a);
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *ptr) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!ptr) return cudaSuccess;
    streamalloc_sim::Allocation *a = call.device.memory.find(ptr);
    if (!a || a->begin != reinterpret_cast<uintptr_t>(ptr) || a->kind != streamalloc_sim::MemoryKind::Pinned)
        return call.result(cudaErrorInvalidValue);
    call.device.scheduler.complete_all(call.lock);
    a = call.device.memory.find(ptr);
    if (a) call.device.memory.release(*a);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!ptr || size == 0) return call.result(cudaErrorInvalidValue);
    if (call.device.memory.find_overlap(ptr, size)) return call.result(cudaErrorHostMemoryAlreadyRegistered);
    if (!(flags & cudaHostRegisterReadOnly) && !streamalloc_sim::writable(ptr, size)) return call.result(cudaErrorInvalidValue);
    return call.result(call.device.memory.pin(ptr, size, flags) ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaHostUnregister(void *ptr) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!ptr) return call.result(cudaErrorInvalidValue);
    streamalloc_sim::Allocation *a = call.device.memory.find(ptr);
    if (!a || a->begin != reinterpret_cast<uintptr_t>(ptr) || a->kind != streamalloc_sim::MemoryKind::Registered)
        return call.result(cudaErrorHostMemoryNotRegistered);
    call.device.scheduler.complete_all(call.lock);
    a = call.device.memory.find(ptr);
    if (a) call.device.memory.release(*a);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned) {
    streamalloc_sim::ApiCall call;
    if (!device) return call.result(cudaErrorInvalidValue);
    *device = nullptr;
    streamalloc_sim::Allocation *a = call.device.memory.find(host);
    using Kind = streamalloc_sim::MemoryKind;
    if (!a || (a->kind != Kind::Pinned && a->kind != Kind::Registered)) return call.result(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Allocation *a = call.device.memory.find(host);
    using Kind = streamalloc_sim::MemoryKind;
    if (!flags || !a || (a->kind != Kind::Pinned && a->kind != Kind::Registered)) return call.result(cudaErrorInvalidValue);
    *flags = a->flags | cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *ptr) {
    streamalloc_sim::ApiCall call;
    if (!attributes) return call.result(cudaErrorInvalidValue);
    *attributes = cudaPointerAttributes{};
    void *p = const_cast<void *>(ptr);
    streamalloc_sim::Allocation *a = call.device.memory.find(ptr);
    using Kind = streamalloc_sim::MemoryKind;
    switch (a ? a->kind : Kind::Pageable) {
    case Kind::Pageable:
        attributes->type = cudaMemoryTypeUnregistered;
        attributes->device = cudaInvalidDeviceId;
        attributes->hostPointer = p;
        break;
    case Kind::Pinned:
    case Kind::Registered:
        attributes->type = cudaMemoryTypeHost;
        attributes->hostPointer = attributes->devicePointer = p;
        break;
    case Kind::Managed:
        attributes->type = cudaMemoryTypeManaged;
        attributes->hostPointer = attributes->devicePointer = p;
        break;
    case Kind::Device:
    case Kind::Symbol:
        attributes->type = cudaMemoryTypeDevice;
        attributes->devicePointer = p;
        break;
    }
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    streamalloc_sim::ApiCall call;
    if (!free || !total) return call.result(cudaErrorInvalidValue);
    *free = call.device.memory.device_free();
    *total = call.device.memory.device_total();
    return cudaSuccess;
}

// There is one pool, and nothing about it can be changed.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    streamalloc_sim::ApiCall call;
    if (device != 0) return call.result(cudaErrorInvalidDevice);
    if (!pool) return call.result(cudaErrorInvalidValue);
    *pool = reinterpret_cast<cudaMemPool_t>(&call.device.memory);
    return cudaSuccess;
}

// A pool of its own has the same memory.
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
    if (!properties) return streamalloc_sim::ApiCall().result(cudaErrorInvalidValue);
    return cudaDeviceGetDefaultMemPool(pool, properties->location.id);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return streamalloc_sim::ApiCall().result(pool ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attr, void *value) {
    if (attr <= cudaMemPoolReuseAllowInternalDependencies) *static_cast<int *>(value) = 1;
    else *static_cast<unsigned long long *>(value) = 0;
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }

} // extern "C"

#endif
