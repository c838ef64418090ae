// trap: an istrstream over the buffer
// must: the text is complete before in >> a
#include <cuda_runtime.h>
#include <cstdio>
#include <strstream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static char host[256];
__global__ void text(char *v) { int i = threadIdx.x; v[i] = i % 4 == 3 ? ' ' : '1' + i / 4; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::istrstream in(host, 64);
    text<<<1, N>>>((char *)device);
    cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int a = 0;
    in >> a;
    printf("%d\n", a);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
