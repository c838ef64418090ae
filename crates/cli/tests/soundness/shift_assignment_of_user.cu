// trap: the right operand of a user-defined `<<=` is evaluated first
// must: the function that downloads waits
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

struct Box { int v; Box &operator<<=(int x) { v += x; return *this; } };
static int fetch(int *device, int *other) { work(device, other); return 4; }
static int where() { return host[0] & 1; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    Box boxes[2] = {};
    boxes[where()] <<= fetch(device, other);
    printf("%d %d\n", boxes[0].v, boxes[1].v);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
