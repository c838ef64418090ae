// Copies and memsets of all shapes: which are refused, which wait, and what a copy that involves pageable memory may do.
#ifndef STREAMALLOC_SIM_IMPL_API_COPY_H
#define STREAMALLOC_SIM_IMPL_API_COPY_H

#include "device.h"

namespace streamalloc_sim {

inline bool on_device(MemoryKind kind) { return kind == MemoryKind::Device || kind == MemoryKind::Symbol; }

// Finds out what kind of memory [p, p + span) is. Memory that CUDA would answer with an error is an error; accesses that leave their
// allocation, or use freed memory, stop the program.
inline cudaError_t classify(Memory &memory, const void *p, size_t span, const char *what, MemoryKind &kind) {
    if (!p) return cudaErrorInvalidValue;
    Allocation *a = memory.find(p);
    if (!a) {
        if (memory.in_arena(p)) fault("a %s of %zu bytes uses %p: %s", what, span, p, memory.explain(p).c_str());
        kind = MemoryKind::Pageable;
        // From unregistered into registered memory: refused (measured).
        return memory.find_overlap(p, span) ? cudaErrorInvalidValue : cudaSuccess;
    }
    kind = a->kind;
    if (a->free_queued) fault("a %s of %zu bytes uses memory given to cudaFreeAsync (%p)", what, span, p);
    size_t room = a->end() - reinterpret_cast<uintptr_t>(p);
    if (span <= room) return cudaSuccess;
    if (kind == MemoryKind::Registered) return cudaErrorInvalidValue;
    fault("a %s of %zu bytes leaves %s of %zu bytes by %zu", what, span, name_of(kind), a->size, span - room);
}

struct CopyRequest {
    Box dst, src;
    Shape shape;
    cudaMemcpyKind kind;
};

// Checks a request and finds its true direction.
inline cudaError_t check_copy(Memory &memory, const CopyRequest &r, MemoryKind &to, MemoryKind &from) {
    if (r.kind < cudaMemcpyHostToHost || r.kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    // Null and unknown device addresses are refused before the ranges are looked at.
    bool device_dst = r.kind == cudaMemcpyHostToDevice || r.kind == cudaMemcpyDeviceToDevice;
    bool device_src = r.kind == cudaMemcpyDeviceToHost || r.kind == cudaMemcpyDeviceToDevice;
    if (cudaError_t e = classify(memory, r.dst.at, r.shape.span(r.dst), "copy to", to)) return e;
    if (cudaError_t e = classify(memory, r.src.at, r.shape.span(r.src), "copy from", from)) return e;
    if (r.kind == cudaMemcpyDefault) return cudaSuccess;
    if (device_dst ? to == MemoryKind::Pageable : on_device(to)) return cudaErrorInvalidValue;
    if (device_src ? from == MemoryKind::Pageable : on_device(from)) return cudaErrorInvalidValue;
    return cudaSuccess;
}

inline Direction direction_of(MemoryKind to, MemoryKind from) {
    if (on_device(to)) return on_device(from) ? Direction::OnDevice : Direction::Upload;
    return on_device(from) ? Direction::Download : Direction::OnHost;
}

// A synchronous copy in the default stream.
inline cudaError_t copy_now(const CopyRequest &r) {
    ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (r.shape.bytes() == 0) return cudaSuccess;
    MemoryKind to, from;
    if (cudaError_t e = check_copy(call.device.memory, r, to, from)) return call.result(e);
    Direction way = direction_of(to, from);
    Stream &stream = *call.stream(nullptr);
    auto op = std::make_shared<CopyOp>(r.dst, r.src, r.shape, way, call.device.memory, call.device.settings.check_uninitialised);
    if (way == Direction::OnDevice) { // the host does not wait
        call.submit(stream, op);
        return cudaSuccess;
    }
    if (way == Direction::Upload && from == MemoryKind::Pageable) {
        // The host waits for what came before (measured), and until the source has been read.
        call.wait(call.device.streams.predecessors(stream));
        op->stage();
        call.submit(stream, op);
        if (!call.device.policy.sync_upload_lags()) call.wait({op});
    } else {
        call.submit(stream, op);
        call.wait({op});
    }
    call.device.output.flush();
    return cudaSuccess;
}

inline cudaError_t copy_async(const CopyRequest &r, cudaStream_t handle) {
    ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (r.shape.bytes() == 0) return cudaSuccess;
    MemoryKind to, from;
    if (cudaError_t e = check_copy(call.device.memory, r, to, from)) return call.result(e);
    Direction way = direction_of(to, from);
    auto op = std::make_shared<CopyOp>(r.dst, r.src, r.shape, way, call.device.memory, call.device.settings.check_uninitialised);
    PageableCopy manner = PageableCopy::Defer;
    bool managed = to == MemoryKind::Managed || from == MemoryKind::Managed;
    if (way == Direction::OnHost && !managed) manner = PageableCopy::Complete; // documented as synchronous
    else if (way == Direction::Upload && from == MemoryKind::Pageable) manner = call.device.policy.pageable_upload();
    else if (way == Direction::Download && to == MemoryKind::Pageable) manner = call.device.policy.pageable_download();
    if (manner == PageableCopy::Stage) op->stage();
    call.submit(*stream, op);
    if (manner == PageableCopy::Complete) call.wait({op});
    return cudaSuccess;
}

inline cudaError_t check_set(Memory &memory, const Box &dst, const Shape &shape, MemoryKind &kind) {
    if (cudaError_t e = classify(memory, dst.at, shape.span(dst), "memset", kind)) return e;
    return kind == MemoryKind::Pageable ? cudaErrorInvalidValue : cudaSuccess;
}

inline cudaError_t set(const Box &dst, const Shape &shape, int value, cudaStream_t handle, bool async) {
    ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (shape.bytes() == 0) return cudaSuccess;
    MemoryKind kind;
    if (cudaError_t e = check_set(call.device.memory, dst, shape, kind)) return call.result(e);
    auto op = std::make_shared<SetOp>(dst, shape, value);
    call.submit(*stream, op);
    if (!async && !on_device(kind)) call.wait({op});
    return cudaSuccess;
}

inline Box box(const void *p, size_t pitch, size_t slice) {
    return Box{static_cast<char *>(const_cast<void *>(p)), pitch, slice};
}

inline CopyRequest linear_copy(void *dst, const void *src, size_t count, cudaMemcpyKind kind) {
    return CopyRequest{box(dst, count, count), box(src, count, count), Shape{count, 1, 1}, kind};
}

inline cudaError_t plane_copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, CopyRequest &r) {
    if (width > dpitch || width > spitch) return cudaErrorInvalidPitchValue;
    r = CopyRequest{box(dst, dpitch, dpitch * height), box(src, spitch, spitch * height), Shape{width, height, 1}, kind};
    return cudaSuccess;
}

inline Box corner(const cudaPitchedPtr &p, const cudaPos &at) {
    size_t slice = p.pitch * p.ysize;
    if (!p.ptr) return box(nullptr, p.pitch, slice);
    return box(static_cast<char *>(p.ptr) + at.z * slice + at.y * p.pitch + at.x, p.pitch, slice);
}

inline cudaError_t volume_copy(const cudaMemcpy3DParms *p, CopyRequest &r) {
    if (!p) return cudaErrorInvalidValue;
    if (p->srcArray || p->dstArray) unsupported("cudaMemcpy3D with CUDA arrays");
    Shape shape{p->extent.width, p->extent.height, p->extent.depth};
    bool rows_overlap = shape.width > p->srcPtr.pitch || shape.width > p->dstPtr.pitch;
    if (shape.bytes() > 0 && rows_overlap) return cudaErrorInvalidPitchValue;
    r = CopyRequest{corner(p->dstPtr, p->dstPos), corner(p->srcPtr, p->srcPos), shape, p->kind};
    return cudaSuccess;
}

inline cudaError_t refuse(cudaError_t error) { return ApiCall().result(error); }

// Copies from and to __device__ variables. The kind must fit, as the runtime demands.
inline cudaError_t symbol_copy(void *symbol, size_t size, size_t offset, size_t count, void *dst, const void *src,
                               cudaMemcpyKind kind, bool to_symbol, CopyRequest &r) {
    if (offset + count > size) return cudaErrorInvalidValue;
    bool fits = kind == cudaMemcpyDefault || kind == cudaMemcpyDeviceToDevice ||
                kind == (to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
    if (!fits) return cudaErrorInvalidMemcpyDirection;
    char *at = static_cast<char *>(symbol_address(symbol, size)) + offset;
    r = to_symbol ? linear_copy(at, src, count, kind) : linear_copy(dst, at, count, kind);
    return cudaSuccess;
}

void *symbol_address(const void *symbol, size_t size) {
    ApiCall call;
    if (!call.device.memory.find(symbol)) call.device.memory.note(symbol, size, MemoryKind::Symbol, 0);
    return const_cast<void *>(symbol);
}

cudaError_t copy_to_symbol(void *symbol, size_t size, const void *src, size_t count, size_t offset, cudaMemcpyKind kind) {
    CopyRequest r;
    if (cudaError_t e = symbol_copy(symbol, size, offset, count, nullptr, src, kind, true, r)) return refuse(e);
    return copy_now(r);
}

cudaError_t copy_to_symbol_async(void *symbol, size_t size, const void *src, size_t count, size_t offset, cudaMemcpyKind kind,
                                 cudaStream_t stream) {
    CopyRequest r;
    if (cudaError_t e = symbol_copy(symbol, size, offset, count, nullptr, src, kind, true, r)) return refuse(e);
    return copy_async(r, stream);
}

cudaError_t copy_from_symbol(void *dst, const void *symbol, size_t size, size_t count, size_t offset, cudaMemcpyKind kind) {
    CopyRequest r;
    if (cudaError_t e = symbol_copy(const_cast<void *>(symbol), size, offset, count, dst, nullptr, kind, false, r)) return refuse(e);
    return copy_now(r);
}

cudaError_t copy_from_symbol_async(void *dst, const void *symbol, size_t size, size_t count, size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
    CopyRequest r;
    if (cudaError_t e = symbol_copy(const_cast<void *>(symbol), size, offset, count, dst, nullptr, kind, false, r)) return refuse(e);
    return copy_async(r, stream);
}

} // namespace streamalloc_sim

extern "C" {

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind) {
    return streamalloc_sim::copy_now(streamalloc_sim::linear_copy(dst, src, count, kind));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
    return streamalloc_sim::copy_async(streamalloc_sim::linear_copy(dst, src, count, kind), stream);
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    streamalloc_sim::CopyRequest r;
    if (cudaError_t e = streamalloc_sim::plane_copy(dst, dpitch, src, spitch, width, height, kind, r)) return streamalloc_sim::refuse(e);
    return streamalloc_sim::copy_now(r);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    streamalloc_sim::CopyRequest r;
    if (cudaError_t e = streamalloc_sim::plane_copy(dst, dpitch, src, spitch, width, height, kind, r)) return streamalloc_sim::refuse(e);
    return streamalloc_sim::copy_async(r, stream);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
    streamalloc_sim::CopyRequest r;
    if (cudaError_t e = streamalloc_sim::volume_copy(p, r)) return streamalloc_sim::refuse(e);
    return streamalloc_sim::copy_now(r);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream) {
    streamalloc_sim::CopyRequest r;
    if (cudaError_t e = streamalloc_sim::volume_copy(p, r)) return streamalloc_sim::refuse(e);
    return streamalloc_sim::copy_async(r, stream);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count) {
    if (dst_device != 0 || src_device != 0) return streamalloc_sim::refuse(cudaErrorInvalidDevice);
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count, cudaStream_t stream) {
    if (dst_device != 0 || src_device != 0) return streamalloc_sim::refuse(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void *ptr, int value, size_t count) {
    return streamalloc_sim::set(streamalloc_sim::box(ptr, count, count), {count, 1, 1}, value, nullptr, false);
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream) {
    return streamalloc_sim::set(streamalloc_sim::box(ptr, count, count), {count, 1, 1}, value, stream, true);
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height) {
    if (width > pitch) return streamalloc_sim::refuse(cudaErrorInvalidValue);
    return streamalloc_sim::set(streamalloc_sim::box(ptr, pitch, pitch * height), {width, height, 1}, value, nullptr, false);
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    if (width > pitch) return streamalloc_sim::refuse(cudaErrorInvalidValue);
    return streamalloc_sim::set(streamalloc_sim::box(ptr, pitch, pitch * height), {width, height, 1}, value, stream, true);
}

cudaError_t cudaMemset3D(cudaPitchedPtr ptr, int value, cudaExtent extent) {
    streamalloc_sim::Shape shape{extent.width, extent.height, extent.depth};
    if (shape.width > ptr.pitch) return streamalloc_sim::refuse(cudaErrorInvalidValue);
    return streamalloc_sim::set(streamalloc_sim::corner(ptr, {0, 0, 0}), shape, value, nullptr, false);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream) {
    streamalloc_sim::Shape shape{extent.width, extent.height, extent.depth};
    if (shape.width > ptr.pitch) return streamalloc_sim::refuse(cudaErrorInvalidValue);
    return streamalloc_sim::set(streamalloc_sim::corner(ptr, {0, 0, 0}), shape, value, stream, true);
}

} // extern "C"

#endif
