// trap: a stream buffer of the program is set over a host buffer before the download (setg)
// must: extraction from the stream waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <streambuf>
#include <istream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
struct membuf : std::streambuf { membuf(char *b, char *e) { setg(b, b, e); } };
__global__ void text(char *v) { v[threadIdx.x] = threadIdx.x % 4 == 3 ? ' ' : '1' + threadIdx.x % 4; }

int main()
{
    char host[4 * N];
    memset(host, ' ', sizeof host);
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    text<<<1, N>>>((char *)device);
    membuf mb(host, host + sizeof host);
    std::istream in(&mb);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int x = 0, sum = 0;
    for (int i = 0; i < 5 && in >> x; i++) sum += x;
    printf("%d\n", sum);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
