// Four vectors that have nothing to do with each other: each is filled, uploaded, transformed and fetched.
//
// Could overlap: the upload of one vector with the kernel and the download of those before it, and the host's
// filling of the next one with all of these. Only the sums at the end need the results.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess) {                                                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));       \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void smooth(const float *in, float *out, int n, float weight)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = in[i > 0 ? i - 1 : 0], right = in[i < n - 1 ? i + 1 : n - 1], value = in[i];
    for (int k = 0; k < 32; k++) value = value + weight * (0.5f * (left + right) - value) * 0.25f;
    out[i] = value;
}

static void fill(float *v, int n, unsigned seed)
{
    for (int i = 0; i < n; i++) v[i] = (float)(((unsigned)i * 2654435761u + seed) >> 8) * (1.0f / 16777216.0f);
}

static float expected(const float *in, int n, int i, float weight)
{
    float left = in[i > 0 ? i - 1 : 0], right = in[i < n - 1 ? i + 1 : n - 1], value = in[i];
    for (int k = 0; k < 32; k++) value = value + weight * (0.5f * (left + right) - value) * 0.25f;
    return value;
}

// The sum of a result; counts the samples that are wrong.
static double inspect(const float *in, const float *out, int n, float weight, int *wrong)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += out[i];
    for (int i = 0; i < n; i += n / 97 + 1)
        if (!(fabsf(out[i] - expected(in, n, i, weight)) < 1e-4f)) ++*wrong;
    return sum;
}

int main(int argc, char **argv)
{
    const char *size = argc > 1 ? argv[1] : "default";
    int n = 4 << 20;
    if (strcmp(size, "small") == 0) n = 3000;
    if (strcmp(size, "large") == 0) n = 32 << 20;
    size_t bytes = n * sizeof(float);
    int blocks = (n + 255) / 256, wrong = 0;
    CHECK(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    float *a = (float *)malloc(bytes), *ra = (float *)malloc(bytes);
    float *b = (float *)malloc(bytes), *rb = (float *)malloc(bytes);
    float *c = (float *)malloc(bytes), *rc = (float *)malloc(bytes);
    float *d = (float *)malloc(bytes), *rd = (float *)malloc(bytes);
    float *d_a, *d_ra, *d_b, *d_rb, *d_c, *d_rc, *d_d, *d_rd;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc(&d_ra, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMalloc(&d_rb, bytes));
    CHECK(cudaMalloc(&d_c, bytes));
    CHECK(cudaMalloc(&d_rc, bytes));
    CHECK(cudaMalloc(&d_d, bytes));
    CHECK(cudaMalloc(&d_rd, bytes));

    fill(a, n, 1);
    CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    smooth<<<blocks, 256>>>(d_a, d_ra, n, 0.9f);
    CHECK(cudaMemcpy(ra, d_ra, bytes, cudaMemcpyDeviceToHost));

    fill(b, n, 2);
    CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    smooth<<<blocks, 256>>>(d_b, d_rb, n, 0.7f);
    CHECK(cudaMemcpy(rb, d_rb, bytes, cudaMemcpyDeviceToHost));

    fill(c, n, 3);
    CHECK(cudaMemcpy(d_c, c, bytes, cudaMemcpyHostToDevice));
    smooth<<<blocks, 256>>>(d_c, d_rc, n, 0.5f);
    CHECK(cudaMemcpy(rc, d_rc, bytes, cudaMemcpyDeviceToHost));

    fill(d, n, 4);
    CHECK(cudaMemcpy(d_d, d, bytes, cudaMemcpyHostToDevice));
    smooth<<<blocks, 256>>>(d_d, d_rd, n, 0.3f);
    CHECK(cudaMemcpy(rd, d_rd, bytes, cudaMemcpyDeviceToHost));

    double sa = inspect(a, ra, n, 0.9f, &wrong), sb = inspect(b, rb, n, 0.7f, &wrong);
    double sc = inspect(c, rc, n, 0.5f, &wrong), sd = inspect(d, rd, n, 0.3f, &wrong);
    float *on_device[] = {d_a, d_ra, d_b, d_rb, d_c, d_rc, d_d, d_rd};
    float *on_host[] = {a, ra, b, rb, c, rc, d, rd};
    for (float *p : on_device) CHECK(cudaFree(p));
    for (float *p : on_host) free(p);
    auto end = std::chrono::steady_clock::now();

    printf("sums %.3f %.3f %.3f %.3f\n%s\n", sa, sb, sc, sd, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong ? 1 : 0;
}
