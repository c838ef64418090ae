// trap: fopencookie: functions of the program run inside fflush
// must: fflush waits for the download that the write function reads
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static ssize_t put(void *, const char *b, size_t n) { for (size_t i = 0; i < n; i++) putchar(b[i]); printf("[%d]\n", host[3]); return n; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cookie_io_functions_t io = {nullptr, put, nullptr, nullptr};
    FILE *f = fopencookie(nullptr, "w", io);
    fprintf(f, "a line\n");
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    fflush(f);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
    fclose(f);
}
