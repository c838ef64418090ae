// trap: one call frees what a loop allocates and what is allocated once, of two sizes, and nothing at all
// must: only blocks of a known allocation are kept, and only for their own size
#include <cuda_runtime.h>
#include <cstdio>

__global__ void fill(int *v, int n, int start) { for (int i = 0; i < n; i++) v[i] = start + i; }
static void drop(int *p) { cudaFree(p); }
static int last(int n, int start)
{
    int *d = nullptr, host = 0;
    if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess) return -1;
    fill<<<1, 1>>>(d, n, start);
    cudaMemcpy(&host, d + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    drop(d);
    drop(nullptr);
    return host;
}
int main()
{
    int *once, sum = 0;
    cudaMalloc(&once, 64);
    for (int n = 1; n < 9; n++) sum += last(n % 3 + 1, 100 * n);
    drop(once);
    printf("%d %d\n", sum, int(cudaGetLastError()));
}
