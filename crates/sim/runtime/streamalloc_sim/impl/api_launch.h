// Kernel launches: the configuration stack, the checks at issue, and the built-ins that need the block runner.
#ifndef STREAMALLOC_SIM_IMPL_API_LAUNCH_H
#define STREAMALLOC_SIM_IMPL_API_LAUNCH_H

#include "device.h"

namespace streamalloc_sim {

struct LaunchConfig {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    bool cooperative;
};

inline thread_local std::vector<LaunchConfig> launch_stack;
inline thread_local cudaError_t last_launch = cudaSuccess;

void configure(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    launch_stack.push_back(LaunchConfig{grid, block, shared, stream, false});
}

void configure_cooperative(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    launch_stack.push_back(LaunchConfig{grid, block, shared, stream, true});
}

cudaError_t launch_result() { return last_launch; }

constexpr int max_shared_optin = 227 * 1024;
inline size_t max_dynamic_shared = 48 * 1024;

cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value) {
    ApiCall call;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || value > max_shared_optin) return call.result(cudaErrorInvalidValue);
    if (static_cast<size_t>(value) > max_dynamic_shared) max_dynamic_shared = static_cast<size_t>(value);
    return cudaSuccess;
}

inline cudaError_t check_launch(const LaunchConfig &c) {
    const uint64_t threads = uint64_t(c.block.x) * c.block.y * c.block.z;
    bool empty = threads == 0 || c.grid.x == 0 || c.grid.y == 0 || c.grid.z == 0;
    bool large = c.block.x > 1024 || c.block.y > 1024 || c.block.z > 64 || threads > 1024 || c.grid.x > 2147483647u ||
                 c.grid.y > 65535 || c.grid.z > 65535;
    if (empty || large) return cudaErrorInvalidConfiguration;
    if (c.shared > max_dynamic_shared) return cudaErrorInvalidValue;
    return cudaSuccess;
}

void enqueue_kernel(const char *name, KernelBody *raw_body) {
    std::unique_ptr<KernelBody> body(raw_body);
    if (in_kernel) unsupported("kernel %s is launched by a kernel", name);
    ApiCall call;
    if (call.forbidden()) {
        last_launch = call.result(cudaErrorNotPermitted);
        return;
    }
    if (launch_stack.empty()) {
        last_launch = call.result(cudaErrorMissingConfiguration);
        return;
    }
    LaunchConfig c = launch_stack.back();
    launch_stack.pop_back();
    Stream *stream = call.stream(c.stream);
    last_launch = call.result(!stream ? cudaErrorInvalidResourceHandle : check_launch(c));
    if (last_launch != cudaSuccess) return;
    call.device.output.flush();
    call.submit(*stream, std::make_shared<KernelOp>(name, std::move(body), c.grid, c.block, c.shared, call.device.policy.poison()));
}

inline BlockRunner &running_block(const char *what) {
    if (!in_kernel) unsupported("%s is called outside a kernel", what);
    return *block_runner;
}

int block_barrier(BarrierReduction reduction, int predicate) { return running_block("a barrier").barrier(reduction, predicate); }

WarpView warp_exchange(WarpOp op, unsigned mask, uint64_t value) {
    return running_block("a warp function").exchange(op, mask, value, __builtin_return_address(0));
}

void *dynamic_shared() { return running_block("dynamic shared memory").shared(); }

void device_trap(const char *what) {
    fault("%s in %s, block (%u, %u, %u), thread (%u, %u, %u)", what, current_op ? current_op->title().c_str() : "host code",
          blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

void unsupported_feature(const char *what) {
    unsupported("%s in %s", what, current_op ? current_op->title().c_str() : "host code");
}

} // namespace streamalloc_sim

#endif
