// trap: a function of another file leaves a kernel in the default stream, and a copy of this file completed it
// must: what the kernel writes is there when the host reads it behind the copy
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
int *shared_result; // pinned, of the other file
static int h[N], out[N], *d, *e;
void start(int r);
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
int main()
{
    cudaMallocHost(&shared_result, 256);
    cudaMalloc(&d, N * sizeof(int)); cudaMalloc(&e, N * sizeof(int));
    for (int r = 1; r < 4; r++) {
    for (int i = 0; i < N; i++) h[i] = i + r;
    start(r);
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    int seen = shared_result[3];
    add<<<1, N>>>(d, 7);
    cudaMemcpy(out, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", seen + out[5]);
    }
}
