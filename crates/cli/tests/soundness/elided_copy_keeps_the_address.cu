// trap: a constructor registers `this`; the object is returned by value, without a copy (C++17): the registered address is that of the caller's variable
// must: the read of the variable waits for the download into the registered object
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Buffer;
static Buffer *last;

struct Buffer {
    int data[N];
    Buffer(int x) { last = this; for (int &d : data) d = x; }
    Buffer(const Buffer &) = delete;
};

static Buffer make() { return Buffer(7); }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    Buffer buffer = make();
    int *host = last->data;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", buffer.data[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
