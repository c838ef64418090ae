// trap: register_printf_function: printf runs a function of the program
// must: printf waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <printf.h>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int out(FILE *f, const struct printf_info *, const void *const *) { return fprintf(f, "<%d>", host[3]); }
static int info(const struct printf_info *, size_t n, int *types, int *) { return 0; }

int main()
{
    register_printf_function('Y', out, (printf_arginfo_function *)info);
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%Y\n");
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
