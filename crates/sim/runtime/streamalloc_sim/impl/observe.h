// Where an observer that is linked to the program may look on: functions that it defines, and that are null without one.
#ifndef STREAMALLOC_SIM_IMPL_OBSERVE_H
#define STREAMALLOC_SIM_IMPL_OBSERVE_H

#include <cstddef>
#include <cstdint>

extern "C" {
// The calling host thread puts operation `op` into a stream.
__attribute__((weak)) void streamalloc_observe_issue(uint64_t op);
// From here to the end, the calling thread carries out operation `op`, or a part of it.
__attribute__((weak)) void streamalloc_observe_begin(uint64_t op);
__attribute__((weak)) void streamalloc_observe_end();
// The operation being carried out touches these bytes. Kernels are not announced: they are code of the program.
__attribute__((weak)) void streamalloc_observe_touch(const void *at, size_t size, int write);
// The calling thread goes on with this stack; null: with its own.
__attribute__((weak)) void streamalloc_observe_stack(const void *stack);
// Device, pinned or managed memory begins and ceases to exist.
__attribute__((weak)) void streamalloc_observe_allocate(const void *at, size_t size);
__attribute__((weak)) void streamalloc_observe_release(const void *at);
}

namespace streamalloc_sim {

template <typename... Params, typename... Args> inline void observe(void (*observer)(Params...), Args... args) {
    if (observer) observer(args...);
}

} // namespace streamalloc_sim

#endif
