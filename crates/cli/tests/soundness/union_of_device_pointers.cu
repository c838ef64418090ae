// trap: a device pointer is stored in one member of a union and given to the kernel as another
// must: the kernel's argument points to the uploaded buffer: upload, kernel and download keep their order
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

union Pointer {
    float *floats;
    int *ints;
};

__global__ void add(int *v) { v[threadIdx.x] += 5; }

int main()
{
    Pointer p;
    int host[N], *device, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&device, sizeof(host));
    p.floats = (float *)device;

    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    add<<<1, N>>>(p.ints);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d\n", sum);
    cudaFree(device);
}
