// trap: std::sort compares objects by a free operator of the program, which reads the downloaded array
// must: the sort waits for the download
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

struct Item {
    const int *key;
};

static bool operator<(const Item &a, const Item &b) { return *a.key < *b.key; }

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + (threadIdx.x * 37) % N; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Item items[N];
    for (int i = 0; i < N; i++) items[i].key = host + i;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    std::sort(items, items + N);
    printf("%d %d\n", (int)(items[0].key - host), (int)(items[5].key - host));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
