// trap: helper functions download into pageable memory and upload from it again, in every round of a loop
// must: each upload's call waits for the download into its source
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 + by; }

static void down(int *to, int *from) { cudaMemcpy(to, from, N * sizeof(int), cudaMemcpyDeviceToHost); }
static void up(int *to, int *from) { cudaMemcpy(to, from, N * sizeof(int), cudaMemcpyHostToDevice); }

static int digest(const int *v)
{
    int sum = 0;
    for (int i = 0; i < N; i++) sum = (sum * 31 + v[i] % 1000003) % 1000003;
    return sum;
}

int main()
{
    int host[N], result[N], *first, *second;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&first, sizeof(host));
    cudaMalloc(&second, sizeof(host));
    up(first, host);
    for (int round = 0; round < 3; round++) {
        step<<<1, N>>>(first, 1);
        down(host, first);
        up(second, host);
        step<<<1, N>>>(second, 2);
        down(result, second);
        up(first, result);
    }
    down(host, first);
    printf("%d %d\n", digest(result), digest(host));
    cudaFree(first);
    cudaFree(second);
}
