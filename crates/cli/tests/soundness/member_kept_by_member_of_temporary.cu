// trap: a reference is bound to a member of a temporary, which lives as long as it
// must: the end of the scope waits for the download
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

struct Two { Reader reader; int id; };
static int scope(int *device, int *other)
{
    const int &id = Two{Reader(host), 3}.id;
    work(device, other);
    return id;
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    printf("%d\n", scope(device, other));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
