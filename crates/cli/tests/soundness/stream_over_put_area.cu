// trap: a stream buffer of the program is set over a host buffer before the download (setp)
// must: insertion into the stream waits for the download, which would overwrite the text
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <streambuf>
#include <ostream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
struct membuf : std::streambuf { membuf(char *b, char *e) { setp(b, e); } };

int main()
{
    char host[4 * N];
    memset(host, ' ', sizeof host);
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    membuf mb(host, host + sizeof host);
    std::ostream out(&mb);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    out << "hello" << 12;
    printf("%.7s\n", host);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
