// Streams and host functions.
#ifndef STREAMALLOC_SIM_IMPL_API_STREAM_H
#define STREAMALLOC_SIM_IMPL_API_STREAM_H

#include "device.h"

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!stream || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking))) return call.result(cudaErrorInvalidValue);
    *stream = call.device.streams.create(flags, priority > 0 ? 0 : priority < -5 ? -5 : priority);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) { return cudaStreamCreateWithPriority(stream, flags, 0); }

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0); }

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Stream *stream = call.stream(handle);
    bool default_stream = !handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
    if (!stream || default_stream) return call.result(cudaErrorInvalidResourceHandle);
    call.device.streams.destroy(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    std::vector<streamalloc_sim::OpPtr> open = call.device.streams.covered(*stream);
    if (open.empty()) return cudaSuccess;
    call.device.scheduler.poll(call.lock, open);
    return call.result(cudaErrorNotReady);
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    call.wait(call.device.streams.covered(*stream));
    call.device.output.flush();
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    streamalloc_sim::Event *event = call.device.events.resolve(event_handle);
    if (!stream || !event) return call.result(cudaErrorInvalidResourceHandle);
    auto op = std::make_shared<streamalloc_sim::MarkerOp>("stream wait");
    op->run_after(event->record);
    call.submit(*stream, op);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t fn, void *data) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (!fn) return call.result(cudaErrorInvalidValue);
    call.submit(*stream, std::make_shared<streamalloc_sim::HostFunctionOp>([fn, data] { fn(data); }));
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void *data, unsigned flags) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    if (!callback || flags) return call.result(cudaErrorInvalidValue);
    call.submit(*stream, std::make_shared<streamalloc_sim::HostFunctionOp>(
                             [handle, callback, data] { callback(handle, cudaSuccess, data); }));
    return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned *flags) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    *flags = stream->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    *priority = stream->priority;
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long *id) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Stream *stream = call.stream(handle);
    if (!stream) return call.result(cudaErrorInvalidResourceHandle);
    *id = stream->number;
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device) {
    streamalloc_sim::ApiCall call;
    if (!call.stream(handle)) return call.result(cudaErrorInvalidResourceHandle);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus *status) {
    streamalloc_sim::ApiCall call;
    if (!call.stream(handle)) return call.result(cudaErrorInvalidResourceHandle);
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void *, size_t, unsigned) {
    streamalloc_sim::ApiCall call;
    return call.result(call.stream(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

} // extern "C"

#endif
