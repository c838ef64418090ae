// trap: the caller, in another file, counts on the wait in the cudaFree of a function of this file
// must: the caller's kernel is complete when the function returns
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
static int h[N];
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
int *shared_result;
int work(int r)
{
    int *d;
    cudaMalloc(&d, N * sizeof(int));
    cudaMemset(d, 0, N * sizeof(int));
    add<<<1, N>>>(d, 7);
    add<<<1, N>>>(d, r);
    cudaFree(d);
    return 0;
}
