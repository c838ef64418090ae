// trap: the iterator of a range-for is a class of the program; its operator++ runs after the body that downloads, and reads the array
// must: the increment waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

namespace {
struct Iterator {
    int i;
    int operator*() const { return i; }
    Iterator &operator++() { printf("at %d\n", host[3]); ++i; return *this; }
    bool operator!=(const Iterator &other) const { return i != other.i; }
};

struct Steps {
    Iterator begin() const { return {0}; }
    Iterator end() const { return {3}; }
};
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    for (int i : Steps{}) {
        (void)i;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
