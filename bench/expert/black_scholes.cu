// By hand: options in parts, the five arrays of a part side by side, so that one copy takes a part up and one brings
// its prices back. The host fills a part while those before travel, and adds up prices while those behind do.
#include "pinned.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <cuda_runtime.h>

constexpr float RATE = 0.02f, VOLATILITY = 0.30f;

inline void checkCuda(cudaError_t result, const char *function, int line)
{
    if (result) {
        fprintf(stderr, "CUDA error at line %d, \"%s\": %s\n", line, function, cudaGetErrorName(result));
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(value) checkCuda((value), #value, __LINE__)

// The cumulative normal distribution.
template <typename Real> __host__ __device__ inline Real normal(Real d)
{
    return Real(0.5) * erfc(-d * Real(0.70710678118654752));
}

template <typename Real>
__host__ __device__ inline void price(Real &call, Real &put, Real stock, Real strike, Real years)
{
    Real root = sqrt(years);
    Real d1 = (log(stock / strike) + (RATE + Real(0.5) * VOLATILITY * VOLATILITY) * years) / (VOLATILITY * root);
    Real d2 = d1 - VOLATILITY * root;
    Real discounted = strike * exp(-RATE * years);
    call = stock * normal(d1) - discounted * normal(d2);
    put = discounted * normal(-d2) - stock * normal(-d1);
}

template <typename Real>
__global__ void black_scholes(Real *call, Real *put, const Real *stock, const Real *strike, const Real *years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) price(call[i], put[i], stock[i], strike[i], years[i]);
}

template <typename Real> static void spread(Real *values, int first, int n, Real low, Real high, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        unsigned random = (first + i + seed) * 2654435761u;
        random ^= random >> 13;
        values[i] = low + (high - low) * (Real)(random & 0xffffff) * Real(1.0 / 16777216.0);
    }
}

struct Totals {
    double call = 0, put = 0;
    int wrong = 0;
};

const int PART = 1 << 19;

template <typename Real> static Totals price_all(int n)
{
    const int parts = (n + PART - 1) / PART, length = n < PART ? n : PART;
    const size_t bytes = length * sizeof(Real);
    PinnedBlocks memory(std::vector<size_t>(parts, 5 * bytes));
    Real *device;
    cudaStream_t streams[2];
    std::vector<cudaEvent_t> arrived(parts);
    checkCudaErrors(cudaMalloc((void **)&device, parts * 5 * bytes));
    for (cudaStream_t &stream : streams) checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

    // The last part may be shorter; what its arrays have behind their end is copied, and not looked at.
    auto count_of = [&](int part) { return std::min(length, n - part * length); };
    for (int part = 0; part < parts; part++) {
        const int first = part * length, count = count_of(part);
        cudaStream_t stream = streams[part % 2];
        Real *stock = memory.host<Real>(part), *strike = stock + length, *years = strike + length;
        spread<Real>(stock, first, count, 5, 30, 1);
        spread<Real>(strike, first, count, 1, 100, 2);
        spread<Real>(years, first, count, Real(0.25), 10, 3);

        Real *there = device + (size_t)part * 5 * length, *prices = there + 3 * (size_t)length;
        Real *here = memory.pinned<Real>(part);
        checkCudaErrors(cudaMemcpyAsync(there, here, 3 * bytes, cudaMemcpyHostToDevice, stream));
        black_scholes<Real><<<(count + 127) / 128, 128, 0, stream>>>(prices, prices + length, there, there + length,
                                                                     there + 2 * length, count);
        checkCudaErrors(cudaGetLastError());
        checkCudaErrors(cudaMemcpyAsync(here + 3 * (size_t)length, prices, 2 * bytes, cudaMemcpyDeviceToHost, stream));
        checkCudaErrors(cudaEventCreateWithFlags(&arrived[part], cudaEventDisableTiming));
        checkCudaErrors(cudaEventRecord(arrived[part], stream));
    }

    Totals totals;
    const int step = n / 1009 + 1;
    int sample = 0;
    for (int part = 0; part < parts; part++) {
        const int first = part * length, count = count_of(part);
        const Real *stock = memory.host<Real>(part), *strike = stock + length, *years = strike + length;
        const Real *h_call = years + length, *h_put = h_call + length;
        // While the first part is looked at, the last one is still on its way.
        if (part == 1) {
            for (cudaStream_t stream : streams) checkCudaErrors(cudaStreamSynchronize(stream));
            memory.release();
        }
        checkCudaErrors(cudaEventSynchronize(arrived[part]));
        for (int i = 0; i < count; i++) totals.call += h_call[i];
        for (int i = 0; i < count; i++) totals.put += h_put[i];
        for (; sample < first + count; sample += step) {
            const int i = sample - first;
            double call, put;
            price<double>(call, put, stock[i], strike[i], years[i]);
            totals.wrong += !(std::fabs(call - h_call[i]) < 1e-3 && std::fabs(put - h_put[i]) < 1e-3);
        }
        checkCudaErrors(cudaEventDestroy(arrived[part]));
    }
    for (cudaStream_t stream : streams) checkCudaErrors(cudaStreamDestroy(stream));
    checkCudaErrors(cudaFree(device));
    return totals;
}

int main(int argc, char **argv)
{
    std::string size = argc > 1 ? argv[1] : "default";
    int n = size == "small" ? 2500 : size == "large" ? 32 << 20 : 4 << 20;
    checkCudaErrors(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    Totals totals = price_all<float>(n);
    auto end = std::chrono::steady_clock::now();

    printf("calls %.2f puts %.2f\n%s\n", totals.call, totals.put, totals.wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return totals.wrong ? 1 : 0;
}
