// trap: an argument of the function that gives the range ends before the loop; its destructor writes to the array that the loop downloads
// must: the download of the first round follows
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

static int values[3] = {1, 2, 3};
struct Three { int *v; int *begin() const { return v; } int *end() const { return v + 3; } };
struct Writer { ~Writer() { host[3] = 7; } };
static Three three(const Writer &, int *device, int *other) { work(device, other); return {values}; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    for (int i : three(Writer(), device, other)) printf("%d %d\n", i, host[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
