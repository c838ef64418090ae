// 64 small systems of linear equations, each with buffers of its own and solved by one block.
//
// Could overlap: all of them: a GPU has room for many such blocks at a time. One after the other, they leave nearly
// all of it idle.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

const int PROBLEMS = 64;

#define CHECK_CUDA(x) check_cuda((x), __FILE__, __LINE__)

void check_cuda(cudaError_t e, const char *file, int line)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s(%d): %s\n", file, line, cudaGetErrorString(e));
    exit(1);
}

// Elimination without pivots, for matrices with a heavy diagonal, then back substitution. One block.
__global__ void solve(double *a, double *b, int n)
{
    for (int pivot = 0; pivot < n - 1; pivot++) {
        for (int row = pivot + 1 + threadIdx.x; row < n; row += blockDim.x) {
            double factor = a[row * n + pivot] / a[pivot * n + pivot];
            for (int k = pivot + 1; k < n; k++) a[row * n + k] -= factor * a[pivot * n + k];
            b[row] -= factor * b[pivot];
        }
        __syncthreads();
    }
    for (int row = n - 1; row >= 0; row--) {
        if (threadIdx.x == 0) b[row] /= a[row * n + row];
        __syncthreads();
        for (int above = threadIdx.x; above < row; above += blockDim.x) b[above] -= a[above * n + row] * b[row];
        __syncthreads();
    }
}

static double element(int problem, int i, int j, int n)
{
    return i == j ? n + problem % 5 : ((i * 7 + j * 3 + problem) % 11) * 0.125 - 0.5;
}

static double solution(int problem, int i) { return 1 + (i * 5 + problem) % 9; }

static void make(int problem, double *a, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < n; j++) {
            a[i * n + j] = element(problem, i, j, n);
            b[i] += a[i * n + j] * solution(problem, j);
        }
    }
}

int main(int argc, char **argv)
{
    int n = 128;
    if (argc > 1 && strcmp(argv[1], "small") == 0) n = 8;
    if (argc > 1 && strcmp(argv[1], "large") == 0) n = 384;
    CHECK_CUDA(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    double *a[PROBLEMS], *b[PROBLEMS], *d_a[PROBLEMS], *d_b[PROBLEMS];
    for (int p = 0; p < PROBLEMS; p++) {
        a[p] = (double *)malloc(n * n * sizeof(double));
        b[p] = (double *)malloc(n * sizeof(double));
        make(p, a[p], b[p], n);
        CHECK_CUDA(cudaMalloc(&d_a[p], n * n * sizeof(double)));
        CHECK_CUDA(cudaMalloc(&d_b[p], n * sizeof(double)));
    }

    for (int p = 0; p < PROBLEMS; p++) {
        CHECK_CUDA(cudaMemcpy(d_a[p], a[p], n * n * sizeof(double), cudaMemcpyHostToDevice));
        CHECK_CUDA(cudaMemcpy(d_b[p], b[p], n * sizeof(double), cudaMemcpyHostToDevice));
        solve<<<1, 128>>>(d_a[p], d_b[p], n);
        CHECK_CUDA(cudaMemcpy(b[p], d_b[p], n * sizeof(double), cudaMemcpyDeviceToHost));
    }

    double sum = 0, worst = 0;
    for (int p = 0; p < PROBLEMS; p++)
        for (int i = 0; i < n; i++) {
            double error = fabs(b[p][i] - solution(p, i));
            worst = error > worst || error != error ? error : worst;
            sum += b[p][i];
        }
    for (int p = 0; p < PROBLEMS; p++) {
        CHECK_CUDA(cudaFree(d_a[p]));
        CHECK_CUDA(cudaFree(d_b[p]));
        free(a[p]);
        free(b[p]);
    }
    auto end = std::chrono::steady_clock::now();

    bool right = worst < 1e-9;
    printf("sum %.6f\n%s\n", sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
