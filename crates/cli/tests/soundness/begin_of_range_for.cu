// trap: begin() of a class of the program, which a range-for calls, reads a downloaded buffer
// must: the download is complete before the loop
#include <cstdio>
#include <cuda_runtime.h>
constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N], other[N];
struct R { int *at; int *begin() { return at + other[2] - 42; } int *end() { return at + 1; } };
static int sum(R r) { int s = 0; for (int x : r) s += x; return s; }
int main() {
    int *d, *e;
    cudaMalloc(&d, N * sizeof(int));
    cudaMalloc(&e, N * sizeof(int));
    fill<<<1, N>>>(d, 3);
    fill<<<1, N>>>(e, 40);
    cudaMemcpy(host, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(other, e, N * sizeof(int), cudaMemcpyDeviceToHost);
    R r{host};
    printf("%d\n", sum(r));
    cudaFree(d);
    cudaFree(e);
}
