// By hand: two sets of page-locked buffers, each with a stream. While a batch is on the device, the host fills the
// next one and consumes the one before.
#include "pinned.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

__global__ void relaxation(const float *signal, float *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = signal[i], y = 0.5f;
    for (int k = 0; k < 256; k++) y = y + 0.125f * (x * y * (1.0f - y) * 3.5f - y);
    result[i] = y;
}

struct Size {
    int elements, batches;
};

static Size parse(const std::string &name)
{
    if (name == "small") return {2000, 4};
    if (name == "large") return {4 << 20, 64};
    return {1 << 20, 32};
}

static void fill(float *batch, int n, unsigned number)
{
    unsigned state = number * 747796405u + 1u;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        batch[i] = (state >> 8) * (1.0f / 16777216.0f);
    }
}

static double consume(const float *batch, int n, double total)
{
    double sum = 0;
    float high = 0;
    for (int i = 0; i < n; i++) {
        sum += batch[i];
        high = batch[i] > high ? batch[i] : high;
    }
    return 0.75 * total + sum / n + high;
}

static bool plausible(const float *in, const float *out, int n)
{
    for (int i = 0; i < n; i += n / 13 + 1) {
        float y = 0.5f;
        for (int k = 0; k < 256; k++) y = y + 0.125f * (in[i] * y * (1.0f - y) * 3.5f - y);
        if (!(std::fabs(y - out[i]) < 1e-3f)) return false;
    }
    return true;
}

struct Slot {
    float *in, *out, *d_in, *d_out;
    cudaStream_t stream;
};

static double process(Size size, bool &right)
{
    const int n = size.elements;
    const size_t bytes = n * sizeof(float);
    PinnedBlocks memory({bytes, bytes, bytes, bytes});
    float *device;
    cudaMalloc(&device, 4 * bytes);
    Slot slots[2];
    for (int s = 0; s < 2; s++) {
        float *d_in = device + 2 * (size_t)s * n;
        slots[s] = {memory.host<float>(2 * s), memory.host<float>(2 * s + 1), d_in, d_in + n, nullptr};
        cudaStreamCreateWithFlags(&slots[s].stream, cudaStreamNonBlocking);
    }

    double total = 0;
    auto finish = [&](const Slot &slot) {
        cudaStreamSynchronize(slot.stream);
        total = consume(slot.out, n, total);
        right = right && plausible(slot.in, slot.out, n);
    };
    for (int batch = 0; batch < size.batches; batch++) {
        const int s = batch % 2;
        const Slot &slot = slots[s];
        fill(slot.in, n, batch);
        cudaMemcpyAsync(slot.d_in, memory.pinned<float>(2 * s), bytes, cudaMemcpyHostToDevice, slot.stream);
        relaxation<<<(n + 255) / 256, 256, 0, slot.stream>>>(slot.d_in, slot.d_out, n);
        cudaMemcpyAsync(memory.pinned<float>(2 * s + 1), slot.d_out, bytes, cudaMemcpyDeviceToHost, slot.stream);
        if (batch > 0) finish(slots[1 - s]);
    }
    finish(slots[(size.batches - 1) % 2]);

    for (const Slot &slot : slots) cudaStreamDestroy(slot.stream);
    cudaFree(device);
    return total;
}

int main(int argc, char **argv)
{
    const Size size = parse(argc > 1 ? argv[1] : "default");
    cudaSetDevice(0);
    bool right = true;

    const auto begin = std::chrono::steady_clock::now();
    const double total = process(size, right);
    const auto end = std::chrono::steady_clock::now();

    right = right && cudaGetLastError() == cudaSuccess;
    printf("total %.6f\n%s\n", total, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
