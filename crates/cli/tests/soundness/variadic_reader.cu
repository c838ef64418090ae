// trap: a downloaded buffer reaches the function that reads it through "..." and va_arg
// must: the call of the variadic function waits for the download
#include <cuda_runtime.h>
#include <cstdarg>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static int sum_of_third(int count, ...)
{
    va_list arguments;
    va_start(arguments, count);
    int sum = 0;
    for (int i = 0; i < count; i++) sum += va_arg(arguments, int *)[2];
    va_end(arguments);
    return sum;
}

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", sum_of_third(1, host));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
