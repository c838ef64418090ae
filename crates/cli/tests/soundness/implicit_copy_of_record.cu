// trap: the implicit copy constructor of a class copies its std::vector, the target of a download
// must: copying the object reads the vector's elements, so it waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;

struct Record {
    std::vector<int> host;
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Record record;
    record.host.resize(N);
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(record.host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Record copy(record);
    printf("%d\n", copy.host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
