// Prices of European options: three arrays up, one kernel, two arrays down.
//
// Could overlap: in parts, everything: each option is priced on its own. As it stands, the uploads with the host's
// filling of the other arrays, and one download with the host's sum of the other.
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

template <typename Real> static void spread(Real *values, int n, Real low, Real high, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        unsigned random = (i + seed) * 2654435761u;
        random ^= random >> 13;
        values[i] = low + (high - low) * (Real)(random & 0xffffff) * Real(1.0 / 16777216.0);
    }
}

struct Totals {
    double call = 0, put = 0;
    int wrong = 0;
};

template <typename Real> static Totals price_all(int n)
{
    size_t bytes = n * sizeof(Real);
    Real *h_stock = (Real *)malloc(bytes), *h_strike = (Real *)malloc(bytes), *h_years = (Real *)malloc(bytes);
    Real *h_call = (Real *)malloc(bytes), *h_put = (Real *)malloc(bytes);
    Real *d_stock, *d_strike, *d_years, *d_call, *d_put;
    checkCudaErrors(cudaMalloc((void **)&d_call, bytes));
    checkCudaErrors(cudaMalloc((void **)&d_put, bytes));
    checkCudaErrors(cudaMalloc((void **)&d_stock, bytes));
    checkCudaErrors(cudaMalloc((void **)&d_strike, bytes));
    checkCudaErrors(cudaMalloc((void **)&d_years, bytes));
    spread<Real>(h_stock, n, 5, 30, 1);
    spread<Real>(h_strike, n, 1, 100, 2);
    spread<Real>(h_years, n, Real(0.25), 10, 3);

    checkCudaErrors(cudaMemcpy(d_stock, h_stock, bytes, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_strike, h_strike, bytes, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaMemcpy(d_years, h_years, bytes, cudaMemcpyHostToDevice));
    black_scholes<Real><<<(n + 127) / 128, 128>>>(d_call, d_put, d_stock, d_strike, d_years, n);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaMemcpy(h_call, d_call, bytes, cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaMemcpy(h_put, d_put, bytes, cudaMemcpyDeviceToHost));

    Totals totals;
    for (int i = 0; i < n; i++) totals.call += h_call[i];
    for (int i = 0; i < n; i++) totals.put += h_put[i];
    for (int i = 0; i < n; i += n / 1009 + 1) {
        double call, put;
        price<double>(call, put, h_stock[i], h_strike[i], h_years[i]);
        totals.wrong += !(std::fabs(call - h_call[i]) < 1e-3 && std::fabs(put - h_put[i]) < 1e-3);
    }
    for (Real *buffer : {d_stock, d_strike, d_years, d_call, d_put}) checkCudaErrors(cudaFree(buffer));
    for (Real *buffer : {h_stock, h_strike, h_years, h_call, h_put}) free(buffer);
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
