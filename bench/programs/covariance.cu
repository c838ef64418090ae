// The covariance matrices of two data sets, one after the other, with the same helper functions.
//
// Could overlap: the whole second data set with the first one: its filling and upload with the first one's kernels,
// and the first one's download with the second one's kernels.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static void ok(cudaError_t e)
{
    if (e) {
        fprintf(stderr, "CUDA error %d: %s\n", (int)e, cudaGetErrorString(e));
        exit(1);
    }
}

__global__ void mean_kernel(const float *data, float *mean, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    float s = 0;
    for (int i = 0; i < n; i++) s += data[i * m + j];
    mean[j] = s / n;
}

__global__ void centre_kernel(float *data, const float *mean, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m) data[i * m + j] -= mean[j];
}

__global__ void covariance_kernel(const float *data, float *cov, int n, int m)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y * blockDim.y + threadIdx.y;
    if (a >= m || b >= m) return;
    float s = 0;
    for (int i = 0; i < n; i++) s += data[i * m + a] * data[i * m + b];
    cov[a * m + b] = s / (n - 1);
}

typedef struct {
    int n, m, seed;
    float *data, *cov;             // on the host
    float *d_data, *d_mean, *d_cov; // on the device
} dataset;

static float sample(int seed, int i, int j)
{
    unsigned h = (unsigned)(i * 40503 + j * 2246822519u + seed * 3266489917u);
    return (h >> 12 & 1023) * (1.0f / 1024) + (i % 8) * (j % 4) * 0.125f;
}

static void create(dataset *s, int n, int m, int seed)
{
    s->n = n, s->m = m, s->seed = seed;
    s->data = (float *)malloc((size_t)n * m * sizeof(float));
    s->cov = (float *)malloc((size_t)m * m * sizeof(float));
    ok(cudaMalloc((void **)&s->d_data, (size_t)n * m * sizeof(float)));
    ok(cudaMalloc((void **)&s->d_mean, m * sizeof(float)));
    ok(cudaMalloc((void **)&s->d_cov, (size_t)m * m * sizeof(float)));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) s->data[i * m + j] = sample(seed, i, j);
}

static void compute(dataset *s)
{
    dim3 block(32, 8);
    ok(cudaMemcpy(s->d_data, s->data, (size_t)s->n * s->m * sizeof(float), cudaMemcpyHostToDevice));
    mean_kernel<<<(s->m + 63) / 64, 64>>>(s->d_data, s->d_mean, s->n, s->m);
    centre_kernel<<<dim3((s->m + 31) / 32, (s->n + 7) / 8), block>>>(s->d_data, s->d_mean, s->n, s->m);
    covariance_kernel<<<dim3((s->m + 31) / 32, (s->m + 7) / 8), block>>>(s->d_data, s->d_cov, s->n, s->m);
    ok(cudaMemcpy(s->cov, s->d_cov, (size_t)s->m * s->m * sizeof(float), cudaMemcpyDeviceToHost));
}

static int inspect(const dataset *s, double *sum)
{
    int wrong = 0;
    for (int a = 0; a < s->m; a++) *sum += s->cov[a * s->m + (a * 5 + 2) % s->m];
    for (int k = 0; k < 8; k++) {
        int a = k * s->m / 8, b = (a * 3 + k) % s->m;
        double sa = 0, sb = 0, sab = 0;
        for (int i = 0; i < s->n; i++) {
            double x = sample(s->seed, i, a), y = sample(s->seed, i, b);
            sa += x, sb += y, sab += x * y;
        }
        double wanted = (sab - sa * sb / s->n) / (s->n - 1);
        wrong += !(fabs(s->cov[a * s->m + b] - wanted) < 1e-3);
    }
    return wrong;
}

static void destroy(dataset *s)
{
    free(s->data), free(s->cov);
    ok(cudaFree(s->d_data));
    ok(cudaFree(s->d_mean));
    ok(cudaFree(s->d_cov));
}

int main(int argc, char **argv)
{
    const char *size = argc > 1 ? argv[1] : "default";
    int n = 2048, m = 1536, wrong = 0;
    if (!strcmp(size, "small")) n = 48, m = 36;
    if (!strcmp(size, "large")) n = 4096, m = 4096;
    ok(cudaSetDevice(0));

    auto t0 = std::chrono::steady_clock::now();
    dataset first, second;
    double sum = 0;
    create(&first, n, m, 1);
    compute(&first);
    create(&second, n, m, 2);
    compute(&second);
    wrong += inspect(&first, &sum);
    wrong += inspect(&second, &sum);
    destroy(&first);
    destroy(&second);
    auto t1 = std::chrono::steady_clock::now();

    printf("sum %.4f\n%s\n", sum, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(t1 - t0).count());
    return wrong != 0;
}
