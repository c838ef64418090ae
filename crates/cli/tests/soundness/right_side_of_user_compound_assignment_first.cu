// trap: the right operand of an overloaded `+=` is evaluated before the left one (C++17): it downloads, and the left one reads the array
// must: the function that downloads waits before it returns
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Box { int v; };

static Box &operator+=(Box &box, int x) { box.v += x; return box; }

static int fetch(int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    return 4;
}

static int where() { return host[0] & 1; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    Box boxes[2] = {};
    boxes[where()] += fetch(device, other);
    printf("%d %d\n", boxes[0].v, boxes[1].v);
    printf("%d\n", host[2]);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
