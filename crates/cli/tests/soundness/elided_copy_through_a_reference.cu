// trap: a temporary that is bound to a reference is returned by value, without a copy
// must: the read waits for the download into the registered object
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static int __attribute__((noinline)) smash(int n) // overwrites the dead part of the stack
{
    volatile int a[512];
    for (int i = 0; i < 512; i++) a[i] = n;
    return a[5];
}

struct Reader {
    int *p;
    Reader(int *p) : p(p) {}
    ~Reader() { printf("~%d\n", p[3]); }
};

static void work(int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
}

struct Buffer;
static Buffer *last;
struct Buffer {
    int data[N];
    Buffer(int x) { last = this; for (int &d : data) d = x; }
    Buffer(Buffer &&other) { last = this; for (int i = 0; i < N; i++) data[i] = other.data[i]; }
};
static Buffer make(int x) { return Buffer(x); }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    const Buffer &buffer = make(1);
    int *into = last->data;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(into, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", buffer.data[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
