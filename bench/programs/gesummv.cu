// y = alpha A x + beta B x: two matrices, summed by one kernel after two partial products.
//
// Could overlap: the product A x with the filling and the upload of B, which is as large as A.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <cuda_runtime.h>

__global__ void product(const double *matrix, const double *x, double *y, int n)
{
    // One warp for each row.
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    __shared__ double partial[256];
    double sum = 0;
    if (row < n)
        for (int j = lane; j < n; j += 32) sum += matrix[(size_t)row * n + j] * x[j];
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (row < n && lane == 0) {
        for (int k = 1; k < 32; k++) sum += partial[threadIdx.x + k];
        y[row] = sum;
    }
}

__global__ void weighted_sum(const double *a, const double *b, double *y, double alpha, double beta, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = alpha * a[i] + beta * b[i];
}

static bool failed(cudaError_t status)
{
    if (status != cudaSuccess) std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    return status != cudaSuccess;
}

static double factor(int i, int period) { return 0.5 + (i % period) * 0.125; }

static void fill(double *matrix, int n, int rows, int columns)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) matrix[(size_t)i * n + j] = factor(i, rows) * factor(j, columns);
}

// Returns whether something went wrong.
static bool run(int n, double *sum)
{
    const double alpha = 1.5, beta = 1.25;
    const size_t square = (size_t)n * n;
    std::unique_ptr<double[]> a(new double[square]), b(new double[square]), x(new double[n]), y(new double[n]);
    for (int i = 0; i < n; i++) x[i] = 1.0 + i % 3;

    double *d_a, *d_b, *d_x, *d_ax, *d_bx, *d_y;
    if (failed(cudaMalloc(&d_a, square * sizeof(double)))) return true;
    if (failed(cudaMalloc(&d_b, square * sizeof(double)))) return true;
    if (failed(cudaMalloc(&d_x, n * sizeof(double)))) return true;
    if (failed(cudaMalloc(&d_ax, n * sizeof(double)))) return true;
    if (failed(cudaMalloc(&d_bx, n * sizeof(double)))) return true;
    if (failed(cudaMalloc(&d_y, n * sizeof(double)))) return true;

    if (failed(cudaMemcpy(d_x, x.get(), n * sizeof(double), cudaMemcpyHostToDevice))) return true;
    fill(a.get(), n, 3, 5);
    if (failed(cudaMemcpy(d_a, a.get(), square * sizeof(double), cudaMemcpyHostToDevice))) return true;
    product<<<(n + 7) / 8, 256>>>(d_a, d_x, d_ax, n);
    fill(b.get(), n, 4, 7);
    if (failed(cudaMemcpy(d_b, b.get(), square * sizeof(double), cudaMemcpyHostToDevice))) return true;
    product<<<(n + 7) / 8, 256>>>(d_b, d_x, d_bx, n);
    weighted_sum<<<(n + 255) / 256, 256>>>(d_ax, d_bx, d_y, alpha, beta, n);
    if (failed(cudaGetLastError())) return true;
    if (failed(cudaMemcpy(y.get(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost))) return true;

    double of_a = 0, of_b = 0;
    for (int j = 0; j < n; j++) of_a += factor(j, 5) * x[j], of_b += factor(j, 7) * x[j];
    bool wrong = false;
    for (int i = 0; i < n; i++) {
        double wanted = alpha * factor(i, 3) * of_a + beta * factor(i, 4) * of_b;
        wrong = wrong || !(std::fabs(y[i] - wanted) <= 1e-9 * wanted);
        *sum += y[i];
    }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_x);
    cudaFree(d_ax);
    cudaFree(d_bx);
    cudaFree(d_y);
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 3072;
    if (argc > 1 && std::strcmp(argv[1], "small") == 0) n = 50;
    if (argc > 1 && std::strcmp(argv[1], "large") == 0) n = 10240;
    if (failed(cudaSetDevice(0))) return 1;

    auto begin = std::chrono::steady_clock::now();
    double sum = 0;
    bool wrong = run(n, &sum);
    auto end = std::chrono::steady_clock::now();

    std::printf("sum %.6f\n%s\n", sum, wrong ? "FAIL" : "PASS");
    std::fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong;
}
