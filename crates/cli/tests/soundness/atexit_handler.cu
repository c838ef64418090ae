// trap: a handler registered with atexit() after the first use of the device reads a downloaded global array
// must: the download at the end of main is complete before the handler runs
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int N = 256;

static int host[N];

static void report()
{
    int sum = 0;
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d\n", sum);
}

__global__ void add(int *v) { v[threadIdx.x] += 7; }

int main()
{
    int input[N], *device;
    for (int i = 0; i < N; i++) input[i] = 2 * i;
    cudaMalloc(&device, sizeof(input));
    cudaMemcpy(device, input, sizeof(input), cudaMemcpyHostToDevice);
    add<<<1, N>>>(device);
    atexit(report);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    return 0;
}
