// trap: the source of an upload is a temporary number bound to a local const reference
// must: the upload ends before the scope of the reference does
#include <cuda_runtime.h>
#include <cstdio>

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

static void __attribute__((noinline)) step(int *to, int s)
{
    const int &value = s + 1;
    cudaMemcpy(to, &value, sizeof(value), cudaMemcpyHostToDevice);
}

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
