// By hand: the grid goes up in strips while the host fills the next one, all residuals stay on the device until the
// last step, and the grid comes back in strips that the host adds up while the others travel.
#include "pinned.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                           \
    if (cudaError_t error = (call)) {                                                              \
        fprintf(stderr, "%s at line %d: %s\n", #call, __LINE__, cudaGetErrorString(error));        \
        exit(1);                                                                                   \
    }

__global__ void diffuse(const double *from, double *to, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    size_t at = (size_t)y * n + x;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1) to[at] = from[at];
    else to[at] = from[at] + 0.2 * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - 4 * from[at]);
}

// The largest change in each row.
__global__ void row_residual(const double *before, const double *after, double *residual, int n)
{
    __shared__ double high[128];
    double mine = 0;
    for (int x = threadIdx.x; x < n; x += blockDim.x) {
        size_t at = (size_t)blockIdx.x * n + x;
        mine = fmax(mine, fabs(after[at] - before[at]));
    }
    high[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) high[threadIdx.x] = fmax(high[threadIdx.x], high[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) residual[blockIdx.x] = high[0];
}

struct Settings {
    int n, steps, every;
};

static double initial(int x, int y) { return ((x * 13 + y * 7) % 101) / 101.0; }

// The corner after so many steps, from the part of the grid that can have reached it.
static double corner(int n, int steps, int at)
{
    int m = at + steps + 2 < n ? at + steps + 2 : n;
    std::vector<double> from((size_t)m * m), to;
    for (int y = 0; y < m; y++)
        for (int x = 0; x < m; x++) from[(size_t)y * m + x] = initial(x, y);
    to = from;
    for (int t = 0; t < steps; t++, from.swap(to))
        for (int y = 1; y < m - 1; y++)
            for (int x = 1; x < m - 1; x++) {
                size_t k = (size_t)y * m + x;
                to[k] = from[k] + 0.2 * (from[k - 1] + from[k + 1] + from[k - m] + from[k + m] - 4 * from[k]);
            }
    return from[(size_t)at * m + at];
}

const int STRIPS = 8;

int main(int argc, char **argv)
{
    Settings s = {2048, 400, 20};
    if (argc > 1 && strcmp(argv[1], "small") == 0) s = {40, 12, 4};
    if (argc > 1 && strcmp(argv[1], "large") == 0) s = {8192, 1000, 20};
    CUDA_CHECK(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    size_t cells = (size_t)s.n * s.n, bytes = cells * sizeof(double), row_bytes = s.n * sizeof(double);
    const int records = s.steps / s.every, strips = s.n < STRIPS ? s.n : STRIPS;
    std::vector<double> record;
    double sum = 0, probe = 0;
    {
        // A block for each strip of the grid, and one for the residuals.
        auto first_row = [&](int strip) { return (int)((long long)s.n * strip / strips); };
        std::vector<size_t> sizes;
        for (int i = 0; i < strips; i++) sizes.push_back((first_row(i + 1) - first_row(i)) * row_bytes);
        sizes.push_back(records * row_bytes);
        PinnedBlocks memory(sizes);
        double *device;
        cudaStream_t stream;
        std::vector<cudaEvent_t> arrived(strips + 1);
        CUDA_CHECK(cudaMalloc(&device, 2 * bytes + records * row_bytes));
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (cudaEvent_t &event : arrived) CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        double *d_now = device, *d_next = device + cells, *d_rows = device + 2 * cells;

        for (int i = 0; i < strips; i++) {
            double *strip = memory.host<double>(i);
            const int first = first_row(i);
            for (int y = first; y < first_row(i + 1); y++)
                for (int x = 0; x < s.n; x++) strip[(size_t)(y - first) * s.n + x] = initial(x, y);
            CUDA_CHECK(cudaMemcpyAsync(d_now + (size_t)first * s.n, memory.pinned<double>(i), sizes[i],
                                       cudaMemcpyHostToDevice, stream));
        }
        dim3 block(32, 8), blocks((s.n + 31) / 32, (s.n + 7) / 8);
        for (int step = 1; step <= s.steps; step++) {
            diffuse<<<blocks, block, 0, stream>>>(d_now, d_next, s.n);
            if (step % s.every == 0)
                row_residual<<<s.n, 128, 0, stream>>>(d_now, d_next, d_rows + (size_t)(step / s.every - 1) * s.n, s.n);
            std::swap(d_now, d_next);
        }
        for (int i = 0; i < strips; i++) {
            CUDA_CHECK(cudaMemcpyAsync(memory.pinned<double>(i), d_now + (size_t)first_row(i) * s.n, sizes[i],
                                       cudaMemcpyDeviceToHost, stream));
            CUDA_CHECK(cudaEventRecord(arrived[i], stream));
        }
        double *rows = memory.pinned<double>(strips);
        CUDA_CHECK(cudaMemcpyAsync(rows, d_rows, records * row_bytes, cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaEventRecord(arrived[strips], stream));

        size_t at = 0;
        for (int i = 0; i < strips; i++) {
            CUDA_CHECK(cudaEventSynchronize(arrived[i]));
            const double *strip = memory.host<double>(i);
            const size_t begin = (size_t)first_row(i) * s.n, end = (size_t)first_row(i + 1) * s.n;
            const size_t looked_at = (size_t)5 * s.n + 5;
            if (begin <= looked_at && looked_at < end) probe = strip[looked_at - begin];
            for (; at < end; at += 17) sum += strip[at - begin];
        }
        CUDA_CHECK(cudaEventSynchronize(arrived[strips]));
        for (int k = 0; k < records; k++) {
            double high = 0;
            for (int y = 0; y < s.n; y++) high = rows[(size_t)k * s.n + y] > high ? rows[(size_t)k * s.n + y] : high;
            record.push_back(high);
        }
        for (cudaEvent_t event : arrived) CUDA_CHECK(cudaEventDestroy(event));
        CUDA_CHECK(cudaStreamDestroy(stream));
        CUDA_CHECK(cudaFree(device));
    }
    auto end = std::chrono::steady_clock::now();

    bool right = fabs(probe - corner(s.n, s.steps, 5)) < 1e-9;
    for (size_t i = 1; i < record.size(); i++) right = right && record[i] <= record[i - 1];
    printf("residual %.12f sum %.9f\n%s\n", record.back(), sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
