// trap: an istream over a stream buffer of the program whose get area is the buffer (setg)
// must: the text is complete before in >> a
#include <cuda_runtime.h>
#include <cstdio>
#include <istream>
#include <streambuf>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static char host[256];
__global__ void text(char *v) { int i = threadIdx.x; v[i] = i % 4 == 3 ? ' ' : '1' + i / 4; }
struct MemBuf : std::streambuf { MemBuf(char *b, size_t n) { setg(b, b, b + n); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    MemBuf buf(host, 64);
    std::istream in(&buf);
    text<<<1, N>>>((char *)device);
    cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int a = 0, b = 0;
    in >> a >> b;
    printf("%d %d\n", a, b);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
