// trap: std::ostrstream over a buffer that an upload reads
// must: insertion waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strstream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static char host[256];
    memset(host, '3', sizeof host);
    int back[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    std::ostrstream out(host, sizeof host);
    cudaMemcpy(device, host, 256, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    out << "hello, stream" << std::ends;
    cudaMemcpy(back, device, 256, cudaMemcpyDeviceToHost);
    printf("%x\n", back[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
