// Kernels and launches.
//
// The translator turns the body of `__global__ void k(int *v, int n) { body }` into
//
//     void k(int *v, int n) { ::streamalloc_sim::kernel(__func__, [=]() mutable { body }); }
//
// and `k<<<grid, block, shared, stream>>>(v, n)` into
//
//     (::streamalloc_sim::configure(grid, block, shared, stream), k(v, n))
//
// so that overloads, templates, default and converted arguments, and calls through function pointers all follow the plain C++
// rules: calling the kernel copies its arguments into a closure and puts that closure into the stream configured just before.
#ifndef STREAMALLOC_SIM_KERNEL_H
#define STREAMALLOC_SIM_KERNEL_H

#include <type_traits>
#include <utility>

#include "types.h"

namespace streamalloc_sim {

// Which thread of the current block runs next. One per device thread; kept by the block runner (impl/block.h).
struct Cursor {
    unsigned int next, count; // linear thread numbers
    uint3 position;           // of thread `next`
};
extern __thread Cursor cursor;

} // namespace streamalloc_sim

extern __thread uint3 threadIdx;
extern __thread uint3 blockIdx;
extern __thread dim3 blockDim;
extern __thread dim3 gridDim;
static const int warpSize = 32;

namespace streamalloc_sim {

// Takes the next thread of the block and sets threadIdx; false when all have been taken.
inline bool take_thread() {
    Cursor &c = cursor;
    if (c.next == c.count) return false;
    threadIdx.x = c.position.x, threadIdx.y = c.position.y, threadIdx.z = c.position.z;
    c.next++;
    if (++c.position.x == blockDim.x) {
        c.position.x = 0;
        if (++c.position.y == blockDim.y) c.position.y = 0, c.position.z++;
    }
    return true;
}

// A kernel with its arguments, ready to run.
struct KernelBody {
    virtual ~KernelBody() {}
    // Runs threads of the current block, one after the other, until none is left to take.
    virtual void run_threads() = 0;
};

template <typename F> struct KernelClosure final : KernelBody {
    explicit KernelClosure(F &&body) : body(std::move(body)) {}
    void run_threads() override {
        while (take_thread()) {
            F thread(body); // parameters are a thread's own variables
            thread();
        }
    }
    F body;
};

// Sets the configuration of the next kernel call of this host thread. Calls nest, since an argument may launch a kernel itself.
void configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr);
void configure_cooperative(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);

// Takes the configuration set last and queues the kernel, or sets the last error.
void enqueue_kernel(const char *name, KernelBody *body);

template <typename F> inline void kernel(const char *name, F body) { enqueue_kernel(name, new KernelClosure<F>(std::move(body))); }

// The dynamic shared memory of the current block.
void *dynamic_shared();

// `extern __shared__ T name[];` at namespace scope: converts to a pointer to the current block's dynamic shared memory.
template <typename T> struct DynamicShared {
    operator T *() const { return static_cast<T *>(dynamic_shared()); }
    template <typename U> explicit operator U *() const { return static_cast<U *>(dynamic_shared()); }
};

// Kernels are not told apart: an attribute set for one of them holds for all.
cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value);

// What the last kernel call of this host thread returned at issue.
cudaError_t launch_result();

template <typename... Params, size_t... I>
inline void call_unpacked(void (*kernel)(Params...), void **args, std::index_sequence<I...>) {
    kernel(*static_cast<typename std::remove_reference<Params>::type *>(args[I])...);
}

} // namespace streamalloc_sim

// The translator removes a cast to `const void *` in front of the kernel, so that its parameter types are known here.
template <typename... Params>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args, size_t shared = 0,
                                    cudaStream_t stream = nullptr) {
    streamalloc_sim::configure(grid, block, shared, stream);
    streamalloc_sim::call_unpacked(kernel, args, std::index_sequence_for<Params...>());
    return streamalloc_sim::launch_result();
}

template <typename... Params>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                                               size_t shared = 0, cudaStream_t stream = nullptr) {
    streamalloc_sim::configure_cooperative(grid, block, shared, stream);
    streamalloc_sim::call_unpacked(kernel, args, std::index_sequence_for<Params...>());
    return streamalloc_sim::launch_result();
}

template <typename T> inline cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute attribute, int value) {
    return streamalloc_sim::set_function_attribute(attribute, value);
}
template <typename T> inline cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache) { return cudaSuccess; }
template <typename T> inline cudaError_t cudaFuncSetSharedMemConfig(T *, cudaSharedMemConfig) { return cudaSuccess; }

template <typename T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *) {
    *attributes = cudaFuncAttributes{0, 0, 0, 1024, 32, 90, 90, 0, 48 * 1024, -1};
    return cudaSuccess;
}

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *, int block_size, size_t) {
    *blocks = block_size > 0 && block_size <= 1024 ? 2048 / block_size : 0;
    return cudaSuccess;
}

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *f, int size, size_t shared, unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, size, shared);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, T, size_t = 0, int limit = 0) {
    *block_size = limit > 0 && limit < 1024 ? limit : 1024;
    *min_grid = 2 * 132;
    return cudaSuccess;
}

#endif
