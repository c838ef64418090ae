// Parameters that are declared as arrays are pointers: the callee reads and writes its caller's memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *d, float x) { d[threadIdx.x] = x + threadIdx.x; }

static float first(const float b[]) { return b[0] + b[3]; }

static float corner(const float m[4][4]) {
    const float *row = m[1];
    return row[0] + m[3][3];
}

static void clear(float b[16]) {
    for (int i = 0; i < 16; i++) *b++ = -1;
}

static void later(float *to, const float from[16]) { cudaMemcpy(to, from + 4, 12 * sizeof(float), cudaMemcpyHostToDevice); }

static void fetch(float to[], const float *from) { cudaMemcpy(to, from, 16 * sizeof(float), cudaMemcpyDeviceToHost); }

int main() {
    float *d, *e;
    cudaMalloc(&d, 16 * sizeof(float));
    cudaMalloc(&e, 16 * sizeof(float));
    cudaMemset(e, 0, 16 * sizeof(float));
    float *h = new float[16];
    float m[4][4];
    for (int i = 0; i < 16; i++) h[i] = i;

    fill<<<1, 16>>>(d, 1);
    cudaMemcpy(h, d, 16 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", first(h));

    fill<<<1, 16>>>(d, 2);
    cudaMemcpy(m, d, sizeof m, cudaMemcpyDeviceToHost);
    std::printf("%g\n", corner(m));

    later(e, h);
    clear(h);
    cudaMemcpy(d, h, 16 * sizeof(float), cudaMemcpyHostToDevice);
    clear(h);
    fetch(h, e);
    std::printf("%g %g\n", h[0], h[15]);

    fill<<<1, 16>>>(d, 3);
    fetch(&m[0][0], d);
    float sum = 0;
    for (int i = 0; i < 16; i++) sum += m[i / 4][i % 4];
    std::printf("%g\n", sum);

    cudaFree(d);
    cudaFree(e);
    delete[] h;
    return 0;
}
