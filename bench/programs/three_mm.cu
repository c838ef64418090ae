// Three matrix products: E = A B, F = C D, G = E F. The inputs have rank one, so that every element of G is known.
//
// Could overlap: the uploads of C and D with the product A B; the products E and F with each other; the host's
// filling of the next matrix with the upload of the one before.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

const int TILE = 16;

static void check(cudaError_t status, const char *what)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    exit(1);
}

// All sizes are multiples of TILE.
__global__ void multiply(const float *left, const float *right, float *product, int n)
{
    __shared__ float l[TILE][TILE], r[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n / TILE; tile++) {
        l[threadIdx.y][threadIdx.x] = left[row * n + tile * TILE + threadIdx.x];
        r[threadIdx.y][threadIdx.x] = right[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += l[threadIdx.y][k] * r[k][threadIdx.x];
        __syncthreads();
    }
    product[row * n + column] = sum;
}

// The two factors of matrix number m.
static float up(int m, int i) { return 0.5f + ((i * 7 + m) % 16) * 0.0625f; }
static float across(int m, int i) { return ((i * 5 + 3 * m) % 32) * 0.03125f - 0.25f; }

static float *make(int m, int n)
{
    float *matrix = (float *)malloc((size_t)n * n * sizeof(float));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) matrix[(size_t)i * n + j] = up(m, i) * across(m, j);
    return matrix;
}

static double inner(int m, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)across(m, i) * up(m + 1, i);
    return sum;
}

static double inspect(const float *g, int n, bool *right)
{
    double factor = inner(0, n) * inner(1, n) * inner(2, n), sum = 0;
    for (int i = 0; i < n; i++) sum += g[(size_t)i * n + (i * 31) % n];
    for (int i = 0; i < n; i += n / 16)
        for (int j = 0; j < n; j += n / 16) {
            double wanted = up(0, i) * factor * across(3, j);
            if (!(fabs(g[(size_t)i * n + j] - wanted) <= 1e-3 * fabs(factor))) *right = false;
        }
    return sum;
}

int main(int argc, char **argv)
{
    int n = 2048;
    if (argc > 1 && !strcmp(argv[1], "small")) n = 48;
    if (argc > 1 && !strcmp(argv[1], "large")) n = 4096;
    size_t bytes = (size_t)n * n * sizeof(float);
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    check(cudaSetDevice(0), "no device");

    auto begin = std::chrono::steady_clock::now();
    float *a = make(0, n), *b = make(1, n), *c = make(2, n), *d = make(3, n), *g = (float *)malloc(bytes);
    float *d_a, *d_b, *d_c, *d_d, *d_e, *d_f, *d_g;
    check(cudaMalloc((void **)&d_a, bytes), "A");
    check(cudaMalloc((void **)&d_b, bytes), "B");
    check(cudaMalloc((void **)&d_c, bytes), "C");
    check(cudaMalloc((void **)&d_d, bytes), "D");
    check(cudaMalloc((void **)&d_e, bytes), "E");
    check(cudaMalloc((void **)&d_f, bytes), "F");
    check(cudaMalloc((void **)&d_g, bytes), "G");
    check(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice), "upload of A");
    check(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice), "upload of B");
    multiply<<<grid, block>>>(d_a, d_b, d_e, n);
    check(cudaMemcpy(d_c, c, bytes, cudaMemcpyHostToDevice), "upload of C");
    check(cudaMemcpy(d_d, d, bytes, cudaMemcpyHostToDevice), "upload of D");
    multiply<<<grid, block>>>(d_c, d_d, d_f, n);
    multiply<<<grid, block>>>(d_e, d_f, d_g, n);
    check(cudaMemcpy(g, d_g, bytes, cudaMemcpyDeviceToHost), "download of G");
    bool right = true;
    double sum = inspect(g, n, &right);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c); cudaFree(d_d); cudaFree(d_e); cudaFree(d_f); cudaFree(d_g);
    free(a); free(b); free(c); free(d); free(g);
    auto end = std::chrono::steady_clock::now();

    printf("sum %.4f\n%s\n", sum, right ? "PASS" : "FAIL");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
