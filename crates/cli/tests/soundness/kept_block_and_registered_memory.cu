// trap: a kernel writes registered memory, and the wait in cudaFree is all that the host has before it reads that
// must: the data is there
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
constexpr int N = 64;
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
__global__ void slow(int *out, const int *v) { int s = 0; for (int k = 0; k < 100; k++) s += v[threadIdx.x]; out[threadIdx.x] = s; }
int main()
{
    int a[N], b[N];
    int *host = (int *)malloc(4096);
    cudaHostRegister(host, 4096, cudaHostRegisterMapped);
    int *mapped;
    cudaHostGetDevicePointer((void **)&mapped, host, 0);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) a[i] = i + round, b[i] = 3 * i;
        int *d, *e;
        cudaMalloc(&d, sizeof(a));
        cudaMalloc(&e, sizeof(b));
        cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
        cudaMemcpy(e, b, sizeof(b), cudaMemcpyHostToDevice);
        add<<<1, N>>>(d, 1);
        add<<<1, N>>>(e, 2);
        slow<<<1, N>>>(mapped, d);
        cudaFree(d);
        cudaFree(e);
        printf("%d\n", host[3]);
    }
    cudaHostUnregister(host);
    free(host);
}
