// trap: a function of another source file resets the device, and with it the streams and events of this file
// must: the work after the reset gets new ones and gives the same results
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

void reset_device(); // in reset_in_another_file_extern.cpp

__global__ void add(int *v) { v[threadIdx.x] += 7; }

static void process(int *host, int factor)
{
    int *device;
    for (int i = 0; i < N; i++) host[i] = factor * i;
    cudaMalloc(&device, N * sizeof(int));
    cudaMemcpy(device, host, N * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, N>>>(device);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
}

static int digest(const int *host)
{
    int sum = 0;
    for (int i = 0; i < N; i++) sum = sum * 31 % 1000003 + host[i];
    return sum;
}

int main()
{
    int host[N];
    process(host, 2);
    printf("%d\n", digest(host));
    reset_device();
    process(host, 3);
    printf("%d\n", digest(host));
}
