// B = A + u1 v1ᵀ + u2 v2ᵀ; x = beta Bᵀ y + z; w = alpha B x. Eight vectors and a matrix, all uploaded first.
//
// Could overlap: the uploads of y and z with the first kernel, and the download of x with the last one.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr float alpha = 0.5f, beta = 0.25f;

#define CUDA_SAFE(expression) safe((expression), #expression)

static void safe(cudaError_t status, const char *expression)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s failed: %s\n", expression, cudaGetErrorName(status));
        std::exit(EXIT_FAILURE);
    }
}

__global__ void rank_two_update(float *a, const float *u1, const float *v1, const float *u2, const float *v2, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) a[(size_t)i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

__global__ void transposed_product(const float *a, const float *y, const float *z, float *x, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += a[(size_t)i * n + j] * y[i];
    x[j] = beta * sum + z[j];
}

__global__ void product(const float *a, const float *x, float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < n; j++) sum += a[(size_t)i * n + j] * x[j];
    w[i] = alpha * sum;
}

static std::vector<float> pattern(int n, int period, float scale)
{
    std::vector<float> v(n);
    for (int i = 0; i < n; i++) v[i] = (1 + i % period) * scale;
    return v;
}

static float *upload(const std::vector<float> &v)
{
    float *device = nullptr;
    CUDA_SAFE(cudaMalloc(&device, v.size() * sizeof(float)));
    CUDA_SAFE(cudaMemcpy(device, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

static double dot(const std::vector<float> &a, const std::vector<float> &b)
{
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++) sum += (double)a[i] * b[i];
    return sum;
}

// A is the outer product of u0 and v0, so B has rank three.
struct Problem {
    std::vector<float> u0, v0, u1, v1, u2, v2, y, z, x, w;

    bool right() const
    {
        double f0 = dot(u0, y), f1 = dot(u1, y), f2 = dot(u2, y), g0 = dot(v0, x), g1 = dot(v1, x), g2 = dot(v2, x);
        for (size_t i = 0; i < x.size(); i++) {
            double xi = beta * (v0[i] * f0 + v1[i] * f1 + v2[i] * f2) + z[i];
            double wi = alpha * (u0[i] * g0 + u1[i] * g1 + u2[i] * g2);
            if (!(std::fabs(x[i] - xi) <= 1e-3 * std::fabs(xi) && std::fabs(w[i] - wi) <= 1e-3 * std::fabs(wi)))
                return false;
        }
        return true;
    }
};

static bool run(int n, double &sum)
{
    Problem p{pattern(n, 3, 0.25f),   pattern(n, 4, 0.125f), pattern(n, 5, 0.0625f),  pattern(n, 6, 0.125f),
              pattern(n, 7, 0.0625f), pattern(n, 8, 0.125f), pattern(n, 9, 0.03125f), pattern(n, 10, 0.5f),
              std::vector<float>(n),  std::vector<float>(n)};
    std::vector<float> a((size_t)n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[(size_t)i * n + j] = p.u0[i] * p.v0[j];

    float *d_a = upload(a), *d_u1 = upload(p.u1), *d_v1 = upload(p.v1), *d_u2 = upload(p.u2), *d_v2 = upload(p.v2);
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    rank_two_update<<<grid, block>>>(d_a, d_u1, d_v1, d_u2, d_v2, n);
    float *d_y = upload(p.y), *d_z = upload(p.z), *d_x, *d_w;
    CUDA_SAFE(cudaMalloc(&d_x, n * sizeof(float)));
    CUDA_SAFE(cudaMalloc(&d_w, n * sizeof(float)));
    transposed_product<<<(n + 127) / 128, 128>>>(d_a, d_y, d_z, d_x, n);
    CUDA_SAFE(cudaMemcpy(p.x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    product<<<(n + 127) / 128, 128>>>(d_a, d_x, d_w, n);
    CUDA_SAFE(cudaMemcpy(p.w.data(), d_w, n * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_SAFE(cudaGetLastError());

    bool right = p.right();
    for (float value : p.w) sum += value;
    for (float *buffer : {d_a, d_u1, d_v1, d_u2, d_v2, d_y, d_z, d_x, d_w}) CUDA_SAFE(cudaFree(buffer));
    return right;
}

int main(int argc, char **argv)
{
    std::string size = argc > 1 ? argv[1] : "default";
    int n = size == "small" ? 70 : size == "large" ? 12288 : 4096;
    CUDA_SAFE(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    double sum = 0;
    bool right = run(n, sum);
    auto end = std::chrono::steady_clock::now();

    std::printf("sum of w: %.6e\n%s\n", sum, right ? "PASS" : "FAIL");
    std::fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
