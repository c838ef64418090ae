// By hand: a stream for each problem that is in the air, so that they are solved side by side while the host makes the
// next ones; the solutions come back in one copy.
#include "pinned.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

const int PROBLEMS = 64, GROUP = 16;

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
    const size_t matrix = (size_t)n * n, bytes = matrix * sizeof(double), row = n * sizeof(double);
    double sum = 0, worst = 0;
    {
        // The matrices in groups of which each is one block; the right sides, which become the solutions, in another.
        std::vector<size_t> sizes(PROBLEMS / GROUP + 1, GROUP * bytes);
        sizes[0] = PROBLEMS * row;
        PinnedBlocks memory(sizes);
        double *device, *b = memory.pinned<double>(0);
        std::vector<cudaStream_t> streams;
        size_t oldest = 0;
        CHECK_CUDA(cudaMalloc(&device, PROBLEMS * (bytes + row)));
        double *d_b = device + PROBLEMS * matrix;

        for (int p = 0; p < PROBLEMS; p++) {
            // The stream that was used longest ago, if its problem is solved; else a new one.
            if (streams.empty() || cudaStreamQuery(streams[oldest]) != cudaSuccess) {
                cudaStream_t fresh;
                CHECK_CUDA(cudaStreamCreateWithFlags(&fresh, cudaStreamNonBlocking));
                streams.insert(streams.begin() + oldest, fresh);
            }
            cudaStream_t stream = streams[oldest];
            oldest = (oldest + 1) % streams.size();

            const size_t inside = p % GROUP * matrix;
            double *d_a = device + p * matrix;
            make(p, memory.host<double>(1 + p / GROUP) + inside, b + p * n, n);
            const double *a = memory.pinned<double>(1 + p / GROUP) + inside;
            CHECK_CUDA(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream));
            CHECK_CUDA(cudaMemcpyAsync(d_b + p * n, b + p * n, row, cudaMemcpyHostToDevice, stream));
            solve<<<1, 128, 0, stream>>>(d_a, d_b + p * n, n);
        }
        for (cudaStream_t stream : streams) CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_CUDA(cudaMemcpy(b, d_b, PROBLEMS * row, cudaMemcpyDeviceToHost));

        for (int p = 0; p < PROBLEMS; p++)
            for (int i = 0; i < n; i++) {
                double error = fabs(b[p * n + i] - solution(p, i));
                worst = error > worst || error != error ? error : worst;
                sum += b[p * n + i];
            }
        for (cudaStream_t stream : streams) CHECK_CUDA(cudaStreamDestroy(stream));
        CHECK_CUDA(cudaFree(device));
    }
    auto end = std::chrono::steady_clock::now();

    bool right = worst < 1e-9;
    printf("sum %.6f\n%s\n", sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
