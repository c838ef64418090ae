// The simulator itself, compiled once and linked to every program. The parts are in impl/, one purpose a file; device.h ties them
// together.
#include "../cuda_runtime.h"

#include "impl/api_copy.h"
#include "impl/api_device.h"
#include "impl/api_errors.h"
#include "impl/api_event.h"
#include "impl/api_launch.h"
#include "impl/api_memory.h"
#include "impl/api_stream.h"
#include "impl/seeds.h"
#include "impl/signals.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace streamalloc_sim {

__thread Cursor cursor;
__thread BlockRunner *block_runner;
__thread const Op *current_op;
__thread bool in_kernel, in_host_function;
thread_local cudaError_t last_error = cudaSuccess;
bool per_thread_default_stream = false;

// Reads the device's tables without its lock: the thread that faulted may hold it, and nothing goes on after this.
void explain_access(int, siginfo_t *info, void *) {
    const Op *op = current_op;
    std::string who = op ? op->title() + " in stream " + std::to_string(op->stream) : std::string("host code");
    const void *at = info->si_addr;
    if (in_kernel && block_runner && block_runner->overflowed(at)) unsupported("%s needs more stack than a thread has", who.c_str());
    Memory &memory = Device::get().memory;
    if (memory.in_arena(at)) fault("%s accesses %p: %s", who.c_str(), at, memory.explain(at).c_str());
    // Host code that crashes by itself does so as usual: the handler was reset, and the access is repeated.
    if (op) fault("%s accesses %p, which is no valid memory", who.c_str(), at);
}

} // namespace streamalloc_sim

// Runs after the handlers and destructors of the program, unless it ends in another way than by exit().
__attribute__((destructor)) static void end_memory_log() {
    if (!std::getenv("SIM_MEMORY_LOG")) return; // makes no device for a program that has used none
    streamalloc_sim::Device &device = streamalloc_sim::Device::get();
    std::unique_lock<std::mutex> lock(device.mutex);
    device.memory.end_log(device.scheduler.idle());
}

// Replaces the C library's function for the whole program: kernels print to the device's buffer.
extern "C" int printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = streamalloc_sim::in_kernel ? streamalloc_sim::Device::get().output.print(format, arguments)
                                            : vfprintf(stdout, format, arguments);
    va_end(arguments);
    return length;
}

// The same for assertions: one that fails on the device ends the program, as any error there does that no later call can undo.
extern "C" void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) noexcept {
    if (streamalloc_sim::in_kernel) streamalloc_sim::device_trap((std::string("assertion `") + assertion + "' failed").c_str());
    fflush(stdout);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    abort();
}
