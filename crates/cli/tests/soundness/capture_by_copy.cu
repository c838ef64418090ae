// trap: a closure copies a variable that a download brings
// must: the download is complete where the closure is made
#include <cstdio>
#include <cuda_runtime.h>
__global__ void put(int *d, int v) { *d = v; }
int main() {
    int n = 0, m = 0, *d, *e;
    cudaMalloc(&d, sizeof n);
    cudaMalloc(&e, sizeof n);
    put<<<1, 1>>>(d, 5);
    put<<<1, 1>>>(e, 7);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemcpy(&m, e, sizeof m, cudaMemcpyDeviceToHost);
    auto twice = [n](int by) { return 2 * n + by; };
    printf("%d\n", twice(m));
    cudaFree(d);
    cudaFree(e);
}
