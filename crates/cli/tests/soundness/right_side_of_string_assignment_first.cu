// trap: a number is assigned to a std::string element: the right operand is evaluated first (C++17), it downloads, and the index of the left one reads the array
// must: the function that downloads waits before it returns
#include <cuda_runtime.h>
#include <cstdio>
#include <string>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static int fetch(int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    return 4;
}

static int where() { return host[0] & 1; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    std::string names[2];
    names[where()] = (char)('0' + fetch(device, other));
    printf("%s %s\n", names[0].c_str(), names[1].c_str());
    printf("%d\n", host[2]);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
