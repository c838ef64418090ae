// The correlation matrix of a table of observations: means, deviations, normalised table, products of columns.
//
// Could overlap: the downloads of means and deviations, which the host only needs for its report, with the kernels
// behind them; and the download of the matrix with the checks of means and deviations.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK_LAUNCH() report(cudaGetLastError(), __LINE__)

static void report(cudaError_t status, int line)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    exit(2);
}

__global__ void column_means(const float *table, float *mean, int rows, int columns)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns) return;
    float sum = 0;
    for (int i = 0; i < rows; i++) sum += table[(size_t)i * columns + j];
    mean[j] = sum / rows;
}

__global__ void column_deviations(const float *table, const float *mean, float *deviation, int rows, int columns)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns) return;
    float sum = 0;
    for (int i = 0; i < rows; i++) {
        float d = table[(size_t)i * columns + j] - mean[j];
        sum += d * d;
    }
    deviation[j] = sqrtf(sum / rows);
}

__global__ void normalise(float *table, const float *mean, const float *deviation, int rows, int columns)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < columns)
        table[(size_t)i * columns + j] = (table[(size_t)i * columns + j] - mean[j]) / (deviation[j] * sqrtf((float)rows));
}

__global__ void products(const float *table, float *matrix, int rows, int columns)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y * blockDim.y + threadIdx.y;
    if (a >= columns || b >= columns) return;
    float sum = 0;
    for (int i = 0; i < rows; i++) sum += table[(size_t)i * columns + a] * table[(size_t)i * columns + b];
    matrix[(size_t)a * columns + b] = sum;
}

static float observation(int i, int j)
{
    unsigned noise = (i * 73856093u) ^ (j * 19349663u);
    return (i % 10) * (j % 3) * 0.5f + (noise * 2654435761u >> 16) * (1.0f / 65536.0f);
}

static double correlation(int a, int b, int rows)
{
    double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (int i = 0; i < rows; i++) {
        double x = observation(i, a), y = observation(i, b);
        sa += x, sb += y, saa += x * x, sbb += y * y, sab += x * y;
    }
    return (rows * sab - sa * sb) / std::sqrt((rows * saa - sa * sa) * (rows * sbb - sb * sb));
}

struct Result {
    double trace = 0, sum = 0, spread = 0;
    bool right = true;
};

static Result run(int rows, int columns)
{
    std::vector<float> table((size_t)rows * columns), matrix((size_t)columns * columns), mean(columns), deviation(columns);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) table[(size_t)i * columns + j] = observation(i, j);

    float *d_table, *d_mean, *d_deviation, *d_matrix;
    cudaMalloc(&d_table, table.size() * sizeof(float));
    cudaMalloc(&d_mean, columns * sizeof(float));
    cudaMalloc(&d_deviation, columns * sizeof(float));
    cudaMalloc(&d_matrix, matrix.size() * sizeof(float));
    cudaMemcpy(d_table, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice);

    int blocks = (columns + 127) / 128;
    column_means<<<blocks, 128>>>(d_table, d_mean, rows, columns);
    CHECK_LAUNCH();
    cudaMemcpy(mean.data(), d_mean, columns * sizeof(float), cudaMemcpyDeviceToHost);
    column_deviations<<<blocks, 128>>>(d_table, d_mean, d_deviation, rows, columns);
    CHECK_LAUNCH();
    cudaMemcpy(deviation.data(), d_deviation, columns * sizeof(float), cudaMemcpyDeviceToHost);
    normalise<<<dim3(blocks, rows), 128>>>(d_table, d_mean, d_deviation, rows, columns);
    CHECK_LAUNCH();
    products<<<dim3((columns + 31) / 32, (columns + 7) / 8), dim3(32, 8)>>>(d_table, d_matrix, rows, columns);
    CHECK_LAUNCH();
    cudaMemcpy(matrix.data(), d_matrix, matrix.size() * sizeof(float), cudaMemcpyDeviceToHost);

    Result result;
    for (int j = 0; j < columns; j++) {
        result.trace += matrix[(size_t)j * columns + j];
        result.sum += matrix[(size_t)j * columns + (j * 7 + 1) % columns];
        result.spread += deviation[j] + mean[j];
    }
    for (int a = 0; a < columns; a += columns / 5)
        for (int b : {a, columns - 1 - a, columns / 2})
            if (!(std::fabs(matrix[(size_t)a * columns + b] - correlation(a, b, rows)) < 2e-3)) result.right = false;
    cudaFree(d_table);
    cudaFree(d_mean);
    cudaFree(d_deviation);
    cudaFree(d_matrix);
    return result;
}

int main(int argc, char **argv)
{
    std::string size = argc > 1 ? argv[1] : "default";
    int rows = 2048, columns = 2048;
    if (size == "small") rows = 64, columns = 40;
    if (size == "large") rows = 4096, columns = 4096;
    report(cudaSetDevice(0), __LINE__);

    auto begin = std::chrono::steady_clock::now();
    Result result = run(rows, columns);
    auto end = std::chrono::steady_clock::now();

    printf("trace %.3f sum %.4f spread %.3f\n%s\n", result.trace, result.sum, result.spread, result.right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return result.right ? 0 : 1;
}
