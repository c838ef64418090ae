// The simulated device: everything that API calls share, behind one lock.
#ifndef STREAMALLOC_SIM_IMPL_DEVICE_H
#define STREAMALLOC_SIM_IMPL_DEVICE_H

#include "event.h"
#include "memory.h"
#include "operations.h"
#include "output.h"
#include "policy.h"
#include "scheduler.h"
#include "settings.h"
#include "stream.h"
#include "trace.h"

namespace streamalloc_sim {

class Device {
  public:
    // Made at the first use and never destroyed: threads may still work for it when the process exits.
    static Device &get() {
        static Device &device = *new Device;
        return device;
    }

    std::mutex mutex;
    const Settings settings;
    Policy policy{settings};
    Trace trace{settings.trace};
    Memory memory{policy.poison(), policy.reuse_freed_memory(), static_cast<size_t>(settings.memory_mib) << 20,
                  static_cast<size_t>(settings.pinned_mib) << 20, settings.memory_log};
    Streams streams;
    Events events;
    Output output;
    Scheduler scheduler{mutex, settings, policy, trace};

  private:
    Device() {
        install_signal_stack();
        install_signal_handler();
    }
};

extern thread_local cudaError_t last_error;

// One call of the runtime API by a host thread: holds the lock, and lets the device move on when the call ends.
class ApiCall {
  public:
    ApiCall() : device(Device::get()), lock(device.mutex) {}

    ~ApiCall() {
        if (!in_host_function) device.scheduler.tick(lock);
    }

    ApiCall(const ApiCall &) = delete;
    ApiCall &operator=(const ApiCall &) = delete;

    // Remembers an error for cudaGetLastError and passes it on.
    cudaError_t result(cudaError_t error) {
        if (error != cudaSuccess) last_error = error;
        return error;
    }

    // Host functions and callbacks must not call the runtime.
    bool forbidden() const { return in_host_function; }

    Stream *stream(cudaStream_t handle) { return device.streams.resolve(handle); }

    void submit(Stream &stream, const OpPtr &op) { device.scheduler.submit(device.streams, stream, op); }

    // Waits until the operations are done.
    void wait(const std::vector<OpPtr> &ops) { device.scheduler.complete(lock, ops); }

    Device &device;
    Lock lock;
};

} // namespace streamalloc_sim

#endif
