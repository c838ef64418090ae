// Events.
#ifndef STREAMALLOC_SIM_IMPL_API_EVENT_H
#define STREAMALLOC_SIM_IMPL_API_EVENT_H

#include "device.h"

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    if (!event) return call.result(cudaErrorInvalidValue);
    *event = call.device.events.create(flags);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Event *event = call.device.events.resolve(handle);
    if (!event) return call.result(cudaErrorInvalidResourceHandle);
    call.device.events.destroy(*event);
    return cudaSuccess;
}

// Replaces the earlier record. On the legacy stream the record is ordered like any other operation there.
cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream_handle, unsigned) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Event *event = call.device.events.resolve(handle);
    streamalloc_sim::Stream *stream = call.stream(stream_handle);
    if (!event || !stream) return call.result(cudaErrorInvalidResourceHandle);
    event->record = std::make_shared<streamalloc_sim::MarkerOp>("event record");
    call.submit(*stream, event->record);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream) { return cudaEventRecordWithFlags(handle, stream, 0); }

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Event *event = call.device.events.resolve(handle);
    if (!event) return call.result(cudaErrorInvalidResourceHandle);
    if (!event->record || event->record->done()) return cudaSuccess;
    call.device.scheduler.poll(call.lock, {event->record});
    return call.result(cudaErrorNotReady);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    streamalloc_sim::Event *event = call.device.events.resolve(handle);
    if (!event) return call.result(cudaErrorInvalidResourceHandle);
    if (event->record) call.wait({event->record});
    call.device.output.flush();
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start_handle, cudaEvent_t end_handle) {
    streamalloc_sim::ApiCall call;
    streamalloc_sim::Event *start = call.device.events.resolve(start_handle), *end = call.device.events.resolve(end_handle);
    if (!ms) return call.result(cudaErrorInvalidValue);
    if (!start || !end || !start->record || !end->record || ((start->flags | end->flags) & cudaEventDisableTiming))
        return call.result(cudaErrorInvalidResourceHandle);
    if (!start->record->done() || !end->record->done()) return call.result(cudaErrorNotReady);
    double elapsed = end->record->done_at - start->record->done_at;
    *ms = elapsed > 0.001 ? static_cast<float>(elapsed) : 0.001f;
    return cudaSuccess;
}

} // extern "C"

#endif
