// trap: a caller in another file has a kernel in the default stream, and a copy of this file completed it
// must: what the kernel writes is there when the host reads it behind the copy
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
int *shared_result; // pinned, of the other file
static int h[N], out[N], *d, *e;
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
int work(int r)
{
    if (!d) { cudaMalloc(&d, N * sizeof(int)); cudaMalloc(&e, N * sizeof(int)); }
    for (int i = 0; i < N; i++) h[i] = i + r;
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    int seen = shared_result[3];
    add<<<1, N>>>(d, 7);
    cudaMemcpy(out, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    return seen + out[5];
}
