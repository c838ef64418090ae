// The helper's copy completes the caller's kernel, and the helper then writes what the kernel reads.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void sum(const int *in, int *out, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += in[i];
    *out = s;
}
__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
static int got[32];
static void fetch_and_clear(int *d, int *mapped) {
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) mapped[i] = -1;
}
int main() {
    int *mapped, *d, *out, result;
    cudaMallocHost(&mapped, 32 * sizeof(int));
    cudaMalloc(&d, 32 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    for (int i = 0; i < 32; i++) mapped[i] = i;
    fill<<<1, 32>>>(d, 7);
    sum<<<1, 1>>>(mapped, out, 32);
    fetch_and_clear(d, mapped);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", result, got[3]);
    cudaFreeHost(mapped); cudaFree(d); cudaFree(out);
    return 0;
}
