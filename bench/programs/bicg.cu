// The two products of the biconjugate gradient method: q = A p and s = Aᵀ r.
//
// Could overlap: the two kernels with each other, the upload of r with the first kernel, and the download of q with
// the second one. Each result is fetched at once, as people do who want to see it.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CUDA_CALL(x)                                                                               \
    {                                                                                              \
        const cudaError_t s_ = (x);                                                                \
        if (s_ != cudaSuccess) {                                                                   \
            printf("CUDA error: %s (%d)\n", cudaGetErrorString(s_), (int)s_);                      \
            exit(1);                                                                               \
        }                                                                                          \
    }

typedef struct {
    int rows, columns;
    float *matrix; // row-major
} Matrix;

__global__ void rows_times(const float *a, const float *p, float *q, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int j = 0; j < columns; j++) sum += a[(size_t)row * columns + j] * p[j];
    q[row] = sum;
}

__global__ void columns_times(const float *a, const float *r, float *s, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    float sum = 0;
    for (int i = 0; i < rows; i++) sum += a[(size_t)i * columns + column] * r[i];
    s[column] = sum;
}

static float left_factor(int i) { return 1.0f + (i % 11) * 0.03125f; }
static float right_factor(int j) { return 0.5f - (j % 7) * 0.0625f; }

static Matrix rank_one(int rows, int columns)
{
    Matrix m = {rows, columns, (float *)malloc((size_t)rows * columns * sizeof(float))};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) m.matrix[(size_t)i * columns + j] = left_factor(i) * right_factor(j);
    return m;
}

static float *ramp(int n, int period)
{
    float *v = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) v[i] = (i % period) / (float)period;
    return v;
}

static int differs(const float *got, int n, float (*factor)(int), float (*other)(int), const float *in, int m)
{
    double inner = 0, scale = 0;
    for (int k = 0; k < m; k++) inner += (double)other(k) * in[k], scale += fabs((double)other(k) * in[k]);
    for (int i = 0; i < n; i++)
        if (!(fabs(got[i] - factor(i) * inner) <= 1e-3 * scale)) return 1;
    return 0;
}

int main(int argc, char *argv[])
{
    int rows = 4096, columns = 4096;
    if (argc > 1 && strcmp(argv[1], "small") == 0) { rows = 80; columns = 64; }
    if (argc > 1 && strcmp(argv[1], "large") == 0) { rows = 16384; columns = 12288; }
    CUDA_CALL(cudaSetDevice(0));

    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    Matrix a = rank_one(rows, columns);
    float *p = ramp(columns, 9), *r = ramp(rows, 5);
    float *q = (float *)malloc(rows * sizeof(float)), *s = (float *)malloc(columns * sizeof(float));
    float *dev_a, *dev_p, *dev_q, *dev_r, *dev_s;
    CUDA_CALL(cudaMalloc((void **)&dev_a, (size_t)rows * columns * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&dev_p, columns * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&dev_q, rows * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&dev_r, rows * sizeof(float)));
    CUDA_CALL(cudaMalloc((void **)&dev_s, columns * sizeof(float)));
    CUDA_CALL(cudaMemcpy(dev_a, a.matrix, (size_t)rows * columns * sizeof(float), cudaMemcpyHostToDevice));

    CUDA_CALL(cudaMemcpy(dev_p, p, columns * sizeof(float), cudaMemcpyHostToDevice));
    rows_times<<<(rows + 255) / 256, 256>>>(dev_a, dev_p, dev_q, rows, columns);
    CUDA_CALL(cudaMemcpy(q, dev_q, rows * sizeof(float), cudaMemcpyDeviceToHost));

    CUDA_CALL(cudaMemcpy(dev_r, r, rows * sizeof(float), cudaMemcpyHostToDevice));
    columns_times<<<(columns + 255) / 256, 256>>>(dev_a, dev_r, dev_s, rows, columns);
    CUDA_CALL(cudaMemcpy(s, dev_s, columns * sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = differs(q, rows, left_factor, right_factor, p, columns);
    wrong |= differs(s, columns, right_factor, left_factor, r, rows);
    double sum_q = 0, sum_s = 0;
    for (int i = 0; i < rows; i++) sum_q += q[i];
    for (int j = 0; j < columns; j++) sum_s += s[j];
    CUDA_CALL(cudaFree(dev_a));
    CUDA_CALL(cudaFree(dev_p));
    CUDA_CALL(cudaFree(dev_q));
    CUDA_CALL(cudaFree(dev_r));
    CUDA_CALL(cudaFree(dev_s));
    free(a.matrix), free(p), free(q), free(r), free(s);
    std::chrono::steady_clock::time_point stop = std::chrono::steady_clock::now();

    printf("q %.3f s %.3f\n%s\n", sum_q, sum_s, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(stop - start).count());
    return wrong;
}
