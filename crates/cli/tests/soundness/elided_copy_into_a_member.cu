// trap: a constructor registers `this`; the object is returned by value into a member (an array element), without a copy: the registered address is that of the member
// must: the read of the member waits for the download into the registered object
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Buffer;
static Buffer *every[2];
static int count;

struct Buffer {
    int data[N];
    Buffer(int x) { every[count++] = this; for (int &d : data) d = x; }
    Buffer(const Buffer &) = delete;
};

struct Holder {
    Buffer buffer;
    Holder();
};

static Buffer make(int x) { return Buffer(x); }

Holder::Holder() : buffer(make(3)) {}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    Holder *holder = new Holder;
    int *host = every[0]->data;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", holder->buffer.data[3]);
    delete holder;
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
