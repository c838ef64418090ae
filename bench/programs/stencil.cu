// A heat equation on two grids that change places; now and then the residual is fetched and looked at.
//
// Could overlap: the steps behind a residual with its download and with the host's sum, since the loop does not stop
// early; it only keeps a record.
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

int main(int argc, char **argv)
{
    Settings s = {2048, 400, 20};
    if (argc > 1 && strcmp(argv[1], "small") == 0) s = {40, 12, 4};
    if (argc > 1 && strcmp(argv[1], "large") == 0) s = {8192, 1000, 20};
    CUDA_CHECK(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    size_t cells = (size_t)s.n * s.n, bytes = cells * sizeof(double);
    double *grid = (double *)malloc(bytes), *rows = (double *)malloc(s.n * sizeof(double));
    for (int y = 0; y < s.n; y++)
        for (int x = 0; x < s.n; x++) grid[(size_t)y * s.n + x] = initial(x, y);
    double *d_now, *d_next, *d_rows;
    CUDA_CHECK(cudaMalloc(&d_now, bytes));
    CUDA_CHECK(cudaMalloc(&d_next, bytes));
    CUDA_CHECK(cudaMalloc(&d_rows, s.n * sizeof(double)));
    CUDA_CHECK(cudaMemcpy(d_now, grid, bytes, cudaMemcpyHostToDevice));
    dim3 block(32, 8), blocks((s.n + 31) / 32, (s.n + 7) / 8);
    std::vector<double> record;
    for (int step = 1; step <= s.steps; step++) {
        diffuse<<<blocks, block>>>(d_now, d_next, s.n);
        if (step % s.every == 0) {
            row_residual<<<s.n, 128>>>(d_now, d_next, d_rows, s.n);
            CUDA_CHECK(cudaMemcpy(rows, d_rows, s.n * sizeof(double), cudaMemcpyDeviceToHost));
            double high = 0;
            for (int y = 0; y < s.n; y++) high = rows[y] > high ? rows[y] : high;
            record.push_back(high);
        }
        std::swap(d_now, d_next);
    }
    CUDA_CHECK(cudaMemcpy(grid, d_now, bytes, cudaMemcpyDeviceToHost));
    double sum = 0, probe = grid[(size_t)5 * s.n + 5];
    for (size_t i = 0; i < cells; i += 17) sum += grid[i];
    CUDA_CHECK(cudaFree(d_now));
    CUDA_CHECK(cudaFree(d_next));
    CUDA_CHECK(cudaFree(d_rows));
    free(grid);
    free(rows);
    auto end = std::chrono::steady_clock::now();

    bool right = fabs(probe - corner(s.n, s.steps, 5)) < 1e-9;
    for (size_t i = 1; i < record.size(); i++) right = right && record[i] <= record[i - 1];
    printf("residual %.12f sum %.9f\n%s\n", record.back(), sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
