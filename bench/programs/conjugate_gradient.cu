// Conjugate gradients for a two-dimensional Laplacian; every dot product is finished on the host.
//
// Could overlap: the update of x with the next residual's dot product and its download. Each dot product must be
// known before the next step, so latency counts, and an asynchronous version must not add to it.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define PARTS 128
#define CK(call) ck((call), __LINE__)

static void ck(cudaError_t status, int line)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "conjugate_gradient.cu:%d: %s\n", line, cudaGetErrorString(status));
    exit(1);
}

// A p, the five-point Laplacian on an n by n grid, plus a little of the identity.
__global__ void apply(const double *p, double *ap, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    int i = y * n + x;
    double value = 4.01 * p[i];
    if (x > 0) value -= p[i - 1];
    if (x < n - 1) value -= p[i + 1];
    if (y > 0) value -= p[i - n];
    if (y < n - 1) value -= p[i + n];
    ap[i] = value;
}

__global__ void dot_kernel(const double *a, const double *b, double *parts, int n)
{
    __shared__ double cache[256];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = cache[0];
}

// y = y + a x, and y = x + a y
__global__ void axpy(double *y, const double *x, double a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

__global__ void xpay(double *y, const double *x, double a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + a * y[i];
}

static double dot(const double *d_a, const double *d_b, double *d_parts, int n)
{
    double parts[PARTS], sum = 0;
    dot_kernel<<<PARTS, 256>>>(d_a, d_b, d_parts, n);
    CK(cudaMemcpy(parts, d_parts, sizeof(parts), cudaMemcpyDeviceToHost));
    for (int i = 0; i < PARTS; i++) sum += parts[i];
    return sum;
}

static int solve(std::vector<double> &x, const std::vector<double> &b, int n, double tolerance, double *final)
{
    int cells = n * n, blocks = (cells + 255) / 256, iteration = 0;
    size_t bytes = cells * sizeof(double);
    double *d_x, *d_r, *d_p, *d_ap, *d_parts;
    CK(cudaMalloc(&d_x, bytes));
    CK(cudaMalloc(&d_r, bytes));
    CK(cudaMalloc(&d_p, bytes));
    CK(cudaMalloc(&d_ap, bytes));
    CK(cudaMalloc(&d_parts, PARTS * sizeof(double)));
    CK(cudaMemset(d_x, 0, bytes));
    CK(cudaMemcpy(d_r, b.data(), bytes, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(d_p, b.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    double rr = dot(d_r, d_r, d_parts, cells);
    while (rr > tolerance * tolerance && iteration < 1000) {
        apply<<<grid, block>>>(d_p, d_ap, n);
        double alpha = rr / dot(d_p, d_ap, d_parts, cells);
        axpy<<<blocks, 256>>>(d_x, d_p, alpha, cells);
        axpy<<<blocks, 256>>>(d_r, d_ap, -alpha, cells);
        double next = dot(d_r, d_r, d_parts, cells);
        xpay<<<blocks, 256>>>(d_p, d_r, next / rr, cells);
        rr = next;
        iteration++;
    }
    CK(cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyDeviceToHost));
    *final = std::sqrt(rr);
    for (double *buffer : {d_x, d_r, d_p, d_ap, d_parts}) CK(cudaFree(buffer));
    return iteration;
}

static double largest_residual(const std::vector<double> &x, const std::vector<double> &b, int n)
{
    double worst = 0;
    for (int row = 1; row < n - 1; row += n / 8)
        for (int column = 1; column < n - 1; column++) {
            int i = row * n + column;
            double ax = 4.01 * x[i] - x[i - 1] - x[i + 1] - x[i - n] - x[i + n];
            worst = std::fmax(worst, std::fabs(ax - b[i]));
        }
    return worst;
}

int main(int argc, char **argv)
{
    int n = 1024;
    if (argc > 1 && !std::strcmp(argv[1], "small")) n = 24;
    if (argc > 1 && !std::strcmp(argv[1], "large")) n = 4096;
    CK(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    int iterations;
    double residual, worst, sum = 0;
    {
        std::vector<double> x((size_t)n * n), b((size_t)n * n);
        for (int i = 0; i < n * n; i++) b[i] = ((i * 37) % 1000) * 1e-3;
        iterations = solve(x, b, n, 1e-8 * n, &residual);
        worst = largest_residual(x, b, n);
        for (double value : x) sum += value;
    }
    auto end = std::chrono::steady_clock::now();

    bool right = worst < 1e-7 * n && residual <= 1e-8 * n;
    printf("iterations %d sum %.6f\n%s\n", iterations, sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
