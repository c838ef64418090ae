// trap: an event is asked whether it is complete behind a cudaFree, which waits
// must: it is complete
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 64;
__global__ void add(int *v, int k) { v[threadIdx.x] += k; }
static void check(cudaEvent_t e) { printf("%d\n", cudaEventQuery(e)); }
int main()
{
    int a[N];
    cudaEvent_t e;
    cudaEventCreate(&e);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) a[i] = i + round;
        int *d;
        cudaMalloc(&d, sizeof(a));
        cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
        add<<<1, N>>>(d, 1);
        cudaEventRecord(e);
        cudaFree(d);
        check(e);
    }
}
