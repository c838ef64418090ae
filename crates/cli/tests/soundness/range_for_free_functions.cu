// trap: begin, end and the comparison of a range are free functions, the comparison reads the downloaded array
// must: each test waits for the download
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

namespace own {
struct Iterator {
    int i;
    int operator*() const { return i; }
    Iterator &operator++() { ++i; return *this; }
};
struct Steps {};
Iterator begin(const Steps &) { return {0}; }
Iterator end(const Steps &) { return {3}; }
bool operator!=(const Iterator &a, const Iterator &b) { printf("at %d\n", host[3]); return a.i != b.i; }
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    for (int i : own::Steps{}) {
        fill<<<1, N>>>(device, i);
        cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(other, 40);
        cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
