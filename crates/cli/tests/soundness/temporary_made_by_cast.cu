// trap: the source of an upload is the temporary that a cast makes of a number
// must: the upload ends with the full expression
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

static void upload(int *to, const int &value) { cudaMemcpy(to, &value, sizeof(value), cudaMemcpyHostToDevice); }
static void __attribute__((noinline)) step(int *to, int s) { { volatile int k = s; upload(to, (int)k); } }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    step(device, 5);
    fill<<<1, N>>>(other, 40);
    printf("%d\n", smash(9));
    cudaMemcpy(host, device, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
