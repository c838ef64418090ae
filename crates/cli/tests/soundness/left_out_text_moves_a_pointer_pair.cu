// analysed with: -DQUIET
// trap: text that is left out when the program is analysed makes a pointer lead to the array of a download
// must: the read through the pointer waits
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int more[N]; // of a chain that overlaps

struct Pair { int *one, *two; };
#define FLIP do { int *t = p; p = d; d = t; } while (0)
static int *kept;
static void keep(int *p) { kept = p; }
int main()
{
    static int x[N], y[N];
    int *device, *other;
    cudaMalloc(&device, sizeof(y));
    cudaMalloc(&other, sizeof(more));
    Pair pair = {x, y};
#ifndef QUIET
    pair.one = pair.two;
#endif
    int *p = pair.one;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(y, device, sizeof(y), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 7);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int first = p[1];
    printf("%d %d %d\n", first, more[1], kept != nullptr);
    keep(p);
    cudaFree(device);
    cudaFree(other);
}
