// trap: a block is released while a kernel works on it, and given to the same function called from elsewhere
// must: what that call does with the block comes after the kernel
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
__global__ void slow_add(int *sum, const int *part)
{
    int s = 0;
    for (int k = 0; k < 50; k++) s += part[threadIdx.x];
    sum[threadIdx.x] += s;
}
static void add_to(int *sum, const int *part)
{
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    cudaMemcpy(d, part, N * sizeof(int), cudaMemcpyHostToDevice);
    slow_add<<<1, N>>>(sum, d);
    cudaFree(d);
}
static void first(int *sum, const int *part) { add_to(sum, part); }
static void second(int *sum, const int *part) { add_to(sum, part); }
int main()
{
    int one[N], two[N], a[N], b[N];
    for (int i = 0; i < N; i++) one[i] = i, two[i] = 1000 * i;
    int *sum_a, *sum_b;
    cudaMalloc(&sum_a, sizeof(a));
    cudaMalloc(&sum_b, sizeof(b));
    cudaMemset(sum_a, 0, sizeof(a));
    cudaMemset(sum_b, 0, sizeof(b));
    for (int k = 0; k < 3; k++) {
        first(sum_a, one);
        second(sum_b, two);
    }
    cudaMemcpy(a, sum_a, sizeof(a), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, sum_b, sizeof(b), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i += 9) printf("%d %d\n", a[i], b[i]);
    cudaFree(sum_a);
    cudaFree(sum_b);
}
