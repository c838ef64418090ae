// Linked to an original, this measures what keeps it busy: the time in calls of CUDA, that of its kernels, and that of
// its copies if they went at the speed of page-locked memory. What is left of the region is the host's own time.
//
// The linker sends calls here (`--wrap`). Every launch is waited for at once, so kernels have their time to themselves;
// modules are loaded before, and what an empty kernel takes is not counted.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

extern "C" {
cudaError_t __real_cudaSetDevice(int device);
cudaError_t __real_cudaMalloc(void **pointer, size_t size);
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __real_cudaMemset(void *pointer, int value, size_t size);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t __real_cudaDeviceSynchronize();
cudaError_t __real___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream);
}

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Busy {
    double calls = 0, kernels = 0, up = 0, down = 0;             // ms
    double launch = 0, up_per_byte = 0, down_per_byte = 0;       // ms, of this machine
    bool counting = false;

    Busy() { setenv("CUDA_MODULE_LOADING", "EAGER", 1); }
    ~Busy() { fprintf(stderr, "busy_ms: calls %.3f kernels %.3f up %.3f down %.3f\n", calls, kernels, up, down); }
} busy;

// Adds the time of a call.
struct Call {
    Clock::time_point begin = Clock::now();
    ~Call() { busy.calls += busy.counting ? since(begin) : 0; }
};

__global__ void nothing() {}

template <typename Work> double best(int times, Work work)
{
    double found = 1e30;
    for (int i = 0; i < times; i++) {
        const Clock::time_point begin = Clock::now();
        work();
        found = std::min(found, since(begin));
    }
    return found;
}

// How fast this machine launches and copies.
void calibrate()
{
    const size_t size = 32 << 20;
    void *host, *device;
    if (cudaMallocHost(&host, size) != cudaSuccess || __real_cudaMalloc(&device, size) != cudaSuccess) exit(2);
    busy.up_per_byte = best(3, [&] { __real_cudaMemcpy(device, host, size, cudaMemcpyHostToDevice); }) / size;
    busy.down_per_byte = best(3, [&] { __real_cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost); }) / size;
    busy.launch = best(20, [] { nothing<<<1, 1>>>(); __real_cudaDeviceSynchronize(); });
    __real_cudaFree(device);
    cudaFreeHost(host);
}

} // namespace

extern "C" {

// All programs call it once, before their region.
cudaError_t __wrap_cudaSetDevice(int device)
{
    const cudaError_t status = __real_cudaSetDevice(device);
    calibrate();
    busy.counting = true;
    return status;
}

cudaError_t __wrap_cudaMalloc(void **pointer, size_t size)
{
    Call call;
    return __real_cudaMalloc(pointer, size);
}

cudaError_t __wrap_cudaFree(void *pointer)
{
    Call call;
    return __real_cudaFree(pointer);
}

cudaError_t __wrap_cudaMemset(void *pointer, int value, size_t size)
{
    Call call;
    return __real_cudaMemset(pointer, value, size);
}

cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    Call call;
    if (kind == cudaMemcpyHostToDevice) busy.up += size * busy.up_per_byte;
    if (kind == cudaMemcpyDeviceToHost) busy.down += size * busy.down_per_byte;
    return __real_cudaMemcpy(to, from, size, kind);
}

cudaError_t __wrap_cudaDeviceSynchronize()
{
    Call call;
    return __real_cudaDeviceSynchronize();
}

cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                      cudaStream_t stream)
{
    Call call;
    const cudaError_t status = __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
    if (!busy.counting) return status;
    __real_cudaDeviceSynchronize();
    busy.kernels += std::max(0.0, since(call.begin) - busy.launch);
    return status;
}

} // extern "C"
