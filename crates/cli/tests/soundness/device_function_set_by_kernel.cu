// trap: the device function that a kernel calls was chosen by an earlier kernel; it counts in a __device__ array
// must: reset, choice, call and the symbol copy of the counts keep their order
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

typedef int (*Function)(int);

__device__ int counts[4];
__device__ int first(int x) { counts[0] += x; return x; }
__device__ int second(int x) { counts[1] += x; return x; }
__device__ Function current;

__global__ void choose(int which) { current = which ? second : first; }
__global__ void call(int *out) { out[0] = current(5); }

int main()
{
    int *out, *other, result[4] = {0, 0, 0, 0}, value = 0, host[N], sum = 0;
    for (int i = 0; i < N; i++) host[i] = 3 * i;
    cudaMalloc(&out, sizeof(int));
    cudaMalloc(&other, sizeof(host));
    cudaMemcpyToSymbol(counts, result, sizeof(result));
    choose<<<1, 1>>>(1);
    cudaMemcpy(other, host, sizeof(host), cudaMemcpyHostToDevice);
    call<<<1, 1>>>(out);
    cudaMemcpyFromSymbol(result, counts, sizeof(result));
    cudaMemcpy(&value, out, sizeof(value), cudaMemcpyDeviceToHost);
    cudaMemcpy(host, other, sizeof(host), cudaMemcpyDeviceToHost);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d %d %d %d\n", result[0], result[1], value, sum);
    cudaFree(out);
    cudaFree(other);
}
