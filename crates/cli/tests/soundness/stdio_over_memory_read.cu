// trap: a FILE reads from the buffer (fmemopen)
// must: the data is there before fgetc
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
    FILE *f = fmemopen(host, 256, "r");
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", fgetc(f));
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
