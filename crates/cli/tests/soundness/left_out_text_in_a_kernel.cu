// analysed with: -DQUIET
// trap: text that is left out when the program is analysed makes a kernel read and write what it does not touch otherwise
// must: the upload of the one, and the download of the other, keep their places
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int more[N]; // of a chain that overlaps

__global__ void scale(int *v, const int *by, int *seen)
{
    int i = threadIdx.x;
    v[i] *= 3;
#ifndef QUIET
    v[i] *= by[i];
    seen[i] = v[i];
#endif
}
int main()
{
    int factors[N], result[N], seen[N], *v, *by, *s, *other;
    for (int i = 0; i < N; i++) factors[i] = i % 5;
    cudaMalloc(&v, sizeof(result));
    cudaMalloc(&by, sizeof(factors));
    cudaMalloc(&s, sizeof(seen));
    cudaMalloc(&other, sizeof(more));
    fill<<<1, N>>>(v, 1);
    cudaMemset(s, 0, sizeof(seen));
    cudaMemcpy(by, factors, sizeof(factors), cudaMemcpyHostToDevice);
    scale<<<1, N>>>(v, by, s);
    cudaMemcpy(seen, s, sizeof(seen), cudaMemcpyDeviceToHost);
    cudaMemcpy(result, v, sizeof(result), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 7);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", seen[9], result[9], more[9]);
    cudaFree(v);
    cudaFree(by);
    cudaFree(s);
    cudaFree(other);
}
