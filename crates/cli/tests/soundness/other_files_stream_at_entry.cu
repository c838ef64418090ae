// trap: a caller in another file has a kernel in a stream of its own, after which the default stream comes
// must: kernels of this file, in a function that only this file calls, come after it, too
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

__global__ void add(int *v, int k) { v[threadIdx.x] += k; }

static void shift(int *d, int k)
{
    static int *other;
    if (!other) cudaMalloc(&other, N * sizeof(int));
    cudaMemset(other, 0, N * sizeof(int));
    for (int i = 0; i < k; i++) {
        add<<<1, N>>>(d, 1);
        add<<<1, N>>>(other, 1);
    }
}

// Called from another file, which has work on `d` in a stream of its own.
void process(int *d, int *out)
{
    shift(d, 3);
    cudaMemcpy(out, d, N * sizeof(int), cudaMemcpyDeviceToHost);
}
