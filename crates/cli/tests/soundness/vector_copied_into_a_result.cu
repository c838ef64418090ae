// trap: a function copies the target of a download into a member of the object that it returns
// must: the call reads the vector's elements, so it waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 64;

struct Owner {
    std::vector<int> values;
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static Owner make(const std::vector<int> &values)
{
    Owner owner;
    owner.values = values;
    return owner;
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    std::vector<int> host(N);
    fill<<<1, N>>>(device, 4);
    cudaMemcpy(host.data(), device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Owner owner = make(host);
    printf("%d\n", owner.values[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
