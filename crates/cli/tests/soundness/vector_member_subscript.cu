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

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    Table table;
    table.values.resize(N);
    for (int i = 0; i < N; i++) table.values[i] = 2 * i;
    int *device, *other, result[N];
    cudaMalloc(&device, sizeof(result));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(device, table.values.data(), sizeof(result), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    table.values[3] = 99;
    cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[3], table.values[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
