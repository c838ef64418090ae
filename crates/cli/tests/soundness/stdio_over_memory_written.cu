// trap: a FILE writes into the buffer (fmemopen)
// must: the download is complete before fflush writes
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdio>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];

int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    FILE *f = fmemopen(host, 256, "w"); setbuf(f, nullptr);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    fprintf(f, "hello"); fflush(f); printf("%d\n", host[0]);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
