// Electromagnetic waves on a grid: three kernels a time step, nothing fetched before the end.
//
// Could overlap: the three uploads with each other's filling, and the kernels of ex and ey within a step. A step is
// three short kernels, so that a graph could also save launches. The corner of the grid is checked against the host.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static const int CORNER = 24;

__global__ void step_ey(float *ey, const float *hz, float source, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    if (i == 0) ey[j] = source;
    else ey[i * n + j] -= 0.5f * (hz[i * n + j] - hz[(i - 1) * n + j]);
}

__global__ void step_ex(float *ex, const float *hz, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j > 0 && j < n) ex[i * n + j] -= 0.5f * (hz[i * n + j] - hz[i * n + j - 1]);
}

__global__ void step_hz(float *hz, const float *ex, const float *ey, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n - 1 && j < n - 1)
        hz[i * n + j] -= 0.7f * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
}

static float initial(int field, int i, int j) { return ((i * 3 + j * 5 + field * 7) % 64) * (1.0f / 64); }
static float source_at(int step) { return (step % 50) * 0.02f; }

struct Outcome {
    double sum = 0;
    float corner[CORNER][CORNER];
};

static Outcome simulate(int n, int steps)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    std::vector<float> ex((size_t)n * n), ey((size_t)n * n), hz((size_t)n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ex[i * n + j] = initial(0, i, j);
            ey[i * n + j] = initial(1, i, j);
            hz[i * n + j] = initial(2, i, j);
        }
    float *d_ex, *d_ey, *d_hz;
    cudaMalloc(&d_ex, bytes);
    cudaMalloc(&d_ey, bytes);
    cudaMalloc(&d_hz, bytes);
    cudaMemcpy(d_ex, ex.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_ey, ey.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_hz, hz.data(), bytes, cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    for (int t = 0; t < steps; t++) {
        step_ey<<<grid, block>>>(d_ey, d_hz, source_at(t), n);
        step_ex<<<grid, block>>>(d_ex, d_hz, n);
        step_hz<<<grid, block>>>(d_hz, d_ex, d_ey, n);
    }
    cudaMemcpy(hz.data(), d_hz, bytes, cudaMemcpyDeviceToHost);

    Outcome outcome;
    for (int i = 0; i < n; i++) outcome.sum += hz[i * n + (i * 7) % n];
    for (int i = 0; i < CORNER; i++)
        for (int j = 0; j < CORNER; j++) outcome.corner[i][j] = hz[i * n + j];
    cudaFree(d_ex);
    cudaFree(d_ey);
    cudaFree(d_hz);
    return outcome;
}

// What lies `steps` cells away from the corner cannot have reached it.
static bool corner_is_right(const Outcome &outcome, int n, int steps)
{
    int m = CORNER + steps + 2 < n ? CORNER + steps + 2 : n;
    std::vector<float> ex(m * m), ey(m * m), hz(m * m);
    for (int i = 0; i < m * m; i++) {
        ex[i] = initial(0, i / m, i % m), ey[i] = initial(1, i / m, i % m), hz[i] = initial(2, i / m, i % m);
    }
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < m; j++) ey[j] = source_at(t);
        for (int k = m; k < m * m; k++) ey[k] -= 0.5f * (hz[k] - hz[k - m]);
        for (int i = 0; i < m; i++)
            for (int j = 1; j < m; j++) ex[i * m + j] -= 0.5f * (hz[i * m + j] - hz[i * m + j - 1]);
        for (int i = 0; i < m - 1; i++)
            for (int j = 0; j < m - 1; j++)
                hz[i * m + j] -= 0.7f * (ex[i * m + j + 1] - ex[i * m + j] + ey[(i + 1) * m + j] - ey[i * m + j]);
    }
    for (int i = 0; i < CORNER; i++)
        for (int j = 0; j < CORNER; j++)
            if (!(std::fabs(outcome.corner[i][j] - hz[i * m + j]) < 1e-2f)) return false;
    return true;
}

int main(int argc, char **argv)
{
    int n = 2048, steps = 300;
    if (argc > 1 && !strcmp(argv[1], "small")) n = 48, steps = 5;
    if (argc > 1 && !strcmp(argv[1], "large")) n = 4096, steps = 600;
    if (cudaSetDevice(0) != cudaSuccess) return fprintf(stderr, "no device\n"), 1;

    auto begin = std::chrono::steady_clock::now();
    Outcome outcome = simulate(n, steps);
    auto end = std::chrono::steady_clock::now();

    bool right = corner_is_right(outcome, n, steps) && cudaGetLastError() == cudaSuccess;
    printf("sum %.4f\n%s\n", outcome.sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
