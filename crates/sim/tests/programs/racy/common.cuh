// Kernels and helpers of the racy programs. Each program has a fault that FIXED removes.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int N = 1024;
constexpr size_t BYTES = N * sizeof(int);

__global__ void fill(int *v, int value)
{
    v[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add(const int *a, int *b, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i] + by;
}

__global__ void accumulate(const int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] += a[i];
}

#define GRID N / 128, 128

static long long sum(const int *v)
{
    long long s = 0;
    for (int i = 0; i < N; i++) s += ((volatile const int *)v)[i];
    return s;
}

static int *device_array()
{
    int *p;
    cudaMalloc(&p, BYTES);
    cudaMemset(p, 0, BYTES);
    cudaDeviceSynchronize();
    return p;
}

static int *pinned_array(int value)
{
    int *p;
    cudaMallocHost(&p, BYTES);
    for (int i = 0; i < N; i++) p[i] = value;
    return p;
}

static cudaStream_t stream(unsigned flags = cudaStreamDefault)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, flags);
    return s;
}

static cudaEvent_t event()
{
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    return e;
}

// `after` waits for what is in `before` now.
static void order(cudaStream_t before, cudaStream_t after)
{
    cudaEvent_t e = event();
    cudaEventRecord(e, before);
    cudaStreamWaitEvent(after, e);
    cudaEventDestroy(e);
}

// Prints what is in a device array once all work is done.
static void show(const int *d)
{
    cudaDeviceSynchronize();
    std::vector<int> h(N);
    cudaMemcpy(h.data(), d, BYTES, cudaMemcpyDeviceToHost);
    printf("%lld\n", sum(h.data()));
}
