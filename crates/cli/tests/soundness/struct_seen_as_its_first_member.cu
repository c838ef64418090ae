// trap: a struct is passed as a pointer to the type of its first member (inheritance in the manner of C)
// must: the member reached through the cast is the same memory: the host's read waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Base {
    int *host;
    int count;
};

struct Derived {
    Base base;
    int *spare;
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static void fetch(Base *base, const int *device)
{
    cudaMemcpy(base->host, device, base->count * sizeof(int), cudaMemcpyDeviceToHost);
}

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Derived derived;
    derived.base.host = host;
    derived.base.count = N;

    fill<<<1, N>>>(device, 1);
    fetch((Base *)&derived, device);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", host[4]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
