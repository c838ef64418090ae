// y = Aᵀ (A x), in the manner of a benchmark collection: one function per phase, globals for the sizes.
//
// Could overlap: the upload of x with the filling of A, and little else: the two kernels depend on each other.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define DATA_TYPE float
#define BLOCK 128
#define gpuErrchk(ans) gpuAssert((ans), __FILE__, __LINE__)

inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

int NX = 4096, NY = 4096;

__global__ void atax_kernel1(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *tmp, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx) {
        DATA_TYPE sum = 0;
        for (int j = 0; j < ny; j++) sum += A[i * ny + j] * x[j];
        tmp[i] = sum;
    }
}

__global__ void atax_kernel2(DATA_TYPE *A, DATA_TYPE *y, DATA_TYPE *tmp, int nx, int ny)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < ny) {
        DATA_TYPE sum = 0;
        for (int i = 0; i < nx; i++) sum += A[i * ny + j] * tmp[i];
        y[j] = sum;
    }
}

// A has rank one, A[i][j] = u(i) v(j), so that the result is known.
static DATA_TYPE u(int i) { return 0.25f + (i % 13) * 0.0625f; }
static DATA_TYPE v(int j) { return 1.0f - (j % 17) * 0.0625f; }

void init_array(DATA_TYPE *x, DATA_TYPE *A)
{
    for (int j = 0; j < NY; j++) x[j] = 1.0f + (j % 5) * 0.125f;
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) A[i * NY + j] = u(i) * v(j);
}

void ataxGpu(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *y)
{
    DATA_TYPE *A_gpu, *x_gpu, *y_gpu, *tmp_gpu;
    gpuErrchk(cudaMalloc((void **)&A_gpu, sizeof(DATA_TYPE) * NX * NY));
    gpuErrchk(cudaMalloc((void **)&x_gpu, sizeof(DATA_TYPE) * NY));
    gpuErrchk(cudaMalloc((void **)&y_gpu, sizeof(DATA_TYPE) * NY));
    gpuErrchk(cudaMalloc((void **)&tmp_gpu, sizeof(DATA_TYPE) * NX));
    gpuErrchk(cudaMemcpy(A_gpu, A, sizeof(DATA_TYPE) * NX * NY, cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(x_gpu, x, sizeof(DATA_TYPE) * NY, cudaMemcpyHostToDevice));

    atax_kernel1<<<(NX + BLOCK - 1) / BLOCK, BLOCK>>>(A_gpu, x_gpu, tmp_gpu, NX, NY);
    gpuErrchk(cudaDeviceSynchronize());
    atax_kernel2<<<(NY + BLOCK - 1) / BLOCK, BLOCK>>>(A_gpu, y_gpu, tmp_gpu, NX, NY);
    gpuErrchk(cudaDeviceSynchronize());

    gpuErrchk(cudaMemcpy(y, y_gpu, sizeof(DATA_TYPE) * NY, cudaMemcpyDeviceToHost));
    gpuErrchk(cudaFree(A_gpu));
    gpuErrchk(cudaFree(x_gpu));
    gpuErrchk(cudaFree(y_gpu));
    gpuErrchk(cudaFree(tmp_gpu));
}

int compareResults(DATA_TYPE *x, DATA_TYPE *y)
{
    double uu = 0, vx = 0;
    int fail = 0;
    for (int i = 0; i < NX; i++) uu += (double)u(i) * u(i);
    for (int j = 0; j < NY; j++) vx += (double)v(j) * x[j];
    for (int j = 0; j < NY; j++)
        if (!(fabs(y[j] - v(j) * uu * vx) <= 1e-3 * uu * vx)) fail++;
    return fail;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "small") == 0) NX = 60, NY = 72;
    if (argc > 1 && strcmp(argv[1], "large") == 0) NX = NY = 16384;
    gpuErrchk(cudaSetDevice(0));

    auto t_start = std::chrono::steady_clock::now();
    DATA_TYPE *A = (DATA_TYPE *)malloc((size_t)NX * NY * sizeof(DATA_TYPE));
    DATA_TYPE *x = (DATA_TYPE *)malloc(NY * sizeof(DATA_TYPE));
    DATA_TYPE *y = (DATA_TYPE *)malloc(NY * sizeof(DATA_TYPE));
    init_array(x, A);
    ataxGpu(A, x, y);
    int fail = compareResults(x, y);
    double sum = 0;
    for (int j = 0; j < NY; j++) sum += y[j];
    free(A);
    free(x);
    free(y);
    auto t_end = std::chrono::steady_clock::now();

    printf("sum of y: %.2f\n%s\n", sum, fail ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(t_end - t_start).count());
    return fail != 0;
}
