// trap: the device buffers of a launch come out of va_arg
// must: the launches run after the uploads of both buffers and before the downloads
#include <cuda_runtime.h>
#include <cstdarg>
#include <cstdio>

constexpr int N = 256;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 + by; }

static void step_all(int count, ...)
{
    va_list buffers;
    va_start(buffers, count);
    for (int i = 0; i < count; i++) {
        int *buffer = va_arg(buffers, int *);
        step<<<1, N>>>(buffer, i);
    }
    va_end(buffers);
}

int main()
{
    int x[N], y[N], *d_x, *d_y, *other, sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = 2 * i;
        y[i] = 3 * i;
    }
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    step_all(2, d_x, d_y);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) sum = sum * 31 % 1000003 + x[i] + y[i];
    printf("%d %d\n", sum, more[3]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(other);
}
