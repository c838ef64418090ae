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

int main()
{
    Table table;
    table.values.reset(new int[N]);
    for (int i = 0; i < N; i++) table.values[i] = 2 * i;
    cudaMalloc(&table.device, N * sizeof(int));
    cudaMemcpy(table.device, table.values.get(), N * sizeof(int), cudaMemcpyHostToDevice);
    table.values[3] = 99;
    cudaMemcpy(table.values.get(), table.device, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", table.values[3]);
    cudaFree(table.device);
}
