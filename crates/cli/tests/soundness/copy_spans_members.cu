// trap: copies start at the first member of a struct and run over all of it
// must: a write or read of a later member waits for them as well
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

struct Header {
    int first;
    int second;
    int rest[30];
};

constexpr int N = 64;
static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    Header from, to;
    int *device, *other;
    memset(&from, 0, sizeof(from));
    memset(&to, 0, sizeof(to));
    from.first = 1;
    from.second = 2;
    cudaMalloc(&device, sizeof(Header));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(device, &from.first, sizeof(Header), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    from.second = 77;
    cudaMemcpy(&to.first, device, sizeof(Header), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    printf("%d %d\n", to.second, from.second);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
