// trap: kernels call a device function that comes as an argument; its effect is on a static __device__ variable
// must: the symbol copies around the launches keep their place although no argument mentions the variable
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

typedef void (*Function)(int);

static __device__ int total;
__device__ void increase(int x) { total += x; }
__device__ void decrease(int x) { total -= x; }
__device__ Function increasing = increase;
__device__ Function decreasing = decrease;

__global__ void apply(Function f, int x) { f(x); }

int main()
{
    Function up, down;
    int result = 0, host[N], *other, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 3 * i;
    cudaMalloc(&other, sizeof(host));
    cudaMemcpyFromSymbol(&up, increasing, sizeof(up));
    cudaMemcpyFromSymbol(&down, decreasing, sizeof(down));
    cudaMemcpyToSymbol(total, &result, sizeof(result));
    cudaMemcpy(other, host, sizeof(host), cudaMemcpyHostToDevice);
    apply<<<1, 1>>>(up, 5);
    apply<<<1, 1>>>(down, 9);
    cudaMemcpyFromSymbol(&result, total, sizeof(result));
    cudaMemcpy(host, other, sizeof(host), cudaMemcpyDeviceToHost);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d %d\n", result, sum);
    cudaFree(other);
}
