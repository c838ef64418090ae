// trap: a function of another file leaves a kernel in a stream of its own, after which the default stream comes
// must: a kernel of this file comes after it, too
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
static int h[N], out[N], *d, *e;
void start(int *d, int r);
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
int main()
{
    cudaMalloc(&d, N * sizeof(int)); cudaMalloc(&e, N * sizeof(int));
    for (int r = 1; r < 4; r++) {
    for (int i = 0; i < N; i++) h[i] = i + r;
    start(d, r);
    cudaMemcpy(e, h, N * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, N>>>(e, 7);
    add<<<1, N>>>(d, 7);
    cudaMemcpy(out, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", out[5]);
    cudaMemcpy(out, e, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", out[5]);
    }
}
