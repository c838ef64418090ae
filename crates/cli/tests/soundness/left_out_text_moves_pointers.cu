// analysed with: -DQUIET
// trap: text that is left out when the program is analysed makes a pointer lead to the array of a download
// must: the read through the pointer waits
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

constexpr int N = 64;
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int more[N]; // of a chain that overlaps

struct Pair { int *one, *two; int count; };
#define FLIP do { int *t = c; c = d; d = t; } while (0)
static int *kept;
static void keep(int *p) { kept = p; }
int main()
{
    static int x[N], y[N];
    int *a = x, *b = y, *c = x, *d = y, *device, *other;
    Pair pair = {x, y, 3};
    keep(x);
    cudaMalloc(&device, sizeof(y));
    cudaMalloc(&other, sizeof(more));
#ifdef QUIET
    int *late = x;
#else
    int *late = y;
    std::swap(a, b);
    FLIP;
    pair.one = pair.two;
    keep(y);
    printf("%d %d\n", pair.count, a[2]);
#endif
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(y, device, sizeof(y), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 7);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
#ifdef ONE
    printf("%d\n", a[3]);
#elif defined TWO
    printf("%d\n", c[3]);
#endif
    int sum = a[1];
    sum = 10 * sum + c[1];
    sum = 10 * sum + late[1];
    sum = 10 * sum + pair.one[1];
    sum = 10 * sum + kept[1];
    printf("%d %d\n", sum, more[1]);
    cudaFree(device);
    cudaFree(other);
}
