// trap: an array owned by a unique_ptr member is written after the upload from it, and read after the download into it
// must: the write waits for the upload, the read for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>

constexpr int N = 256;

struct Table {
    std::unique_ptr<int[]> values;
    int *device;
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *other;
    Table table;
    table.values.reset(new int[N]);
    for (int i = 0; i < N; i++) table.values[i] = 2 * i;
    cudaMalloc(&table.device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(table.device, table.values.get(), N * sizeof(int), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    table.values[3] = 99;
    cudaMemcpy(table.values.get(), table.device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    printf("%d\n", table.values[3]);
    printf("%d\n", more[3]);
    cudaFree(table.device);
    cudaFree(other);
}
