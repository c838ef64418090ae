// trap: push_back copies an element of a vector of vectors whose storage is the target of a download
// must: the copy reads the storage that the element owns, so it waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    std::vector<std::vector<int>> rows(2, std::vector<int>(N));
    fill<<<1, N>>>(device, 100);
    cudaMemcpy(rows[0].data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    rows.push_back(rows[0]);
    printf("%d\n", rows[2][1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
