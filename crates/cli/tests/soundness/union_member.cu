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

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Buffer buffer;
    buffer.ints = host;

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(buffer.bytes, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", host[4]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
