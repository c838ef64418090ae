// trap: an element of a vector that is a member of a struct is written right after the upload from it
// must: the write goes to the uploaded storage, so it waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 256;

struct Table {
    std::vector<int> values;
    int version;
};

int main()
{
    Table table;
    table.values.resize(N);
    for (int i = 0; i < N; i++) table.values[i] = 2 * i;
    int *device, result[N];
    cudaMalloc(&device, sizeof(result));
    cudaMemcpy(device, table.values.data(), sizeof(result), cudaMemcpyHostToDevice);
    table.values[3] = 99;
    cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[3], table.values[3]);
    cudaFree(device);
}
