// trap: device memory is freed twice, which fails the second time, and is no error of the program otherwise
// must: the second call fails as it did, and the block is not given out again
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
int main()
{
    int a[N], b[N];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) a[i] = i + round, b[i] = 3 * i;
        int *d, *e;
        cudaMalloc(&d, sizeof(a));
        cudaMalloc(&e, sizeof(b));
        cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
        cudaMemcpy(e, b, sizeof(b), cudaMemcpyHostToDevice);
        add<<<1, N>>>(d, 1);
        add<<<1, N>>>(e, 2);
        cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
        cudaMemcpy(b, e, sizeof(b), cudaMemcpyDeviceToHost);
        cudaError_t one = cudaFree(d);
        cudaError_t two = cudaFree(d);
        cudaFree(e);
        printf("%d %d %d %d\n", a[3], b[5], one, two);
        cudaGetLastError();
    }
}
