// trap: a pointer's bytes go through stringstream::write and read
// must: what is read through the pointer that came back waits
#include <cuda_runtime.h>
#include <cstdio>
#include <sstream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    int *p = host, *q = nullptr;
    std::stringstream ss;
    ss.write((const char *)&p, sizeof p);
    ss.read((char *)&q, sizeof q);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", q[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
