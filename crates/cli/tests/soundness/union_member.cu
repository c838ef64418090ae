// trap: the download's target is named by one member of a union, the host reads through another pointer to the same memory
// must: members of a union are one piece of memory: the read waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Buffer {
    int tag;
    union {
        int *ints;
        unsigned char *bytes;
    };
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    Buffer buffer;
    buffer.ints = host;

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(buffer.bytes, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[4]);
    cudaFree(device);
}
