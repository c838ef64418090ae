// trap: a stream buffer of the program copies what is written into the buffer that an upload reads
// must: the upload is complete before out << "hello"
#include <cuda_runtime.h>
#include <cstdio>
#include <iostream>
#include <streambuf>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static char host[256];
struct Mem : std::streambuf { int n = 0; std::streamsize xsputn(const char *s, std::streamsize k) override { for (int i = 0; i < k; i++) host[n++] = s[i]; return k; } };
__global__ void sum(const char *v, int *r) { if (threadIdx.x == 0) { r[0] = v[0] + v[1]; } }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    Mem m; std::ostream out(&m); int r[2];
    host[0] = 1;
    cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    sum<<<1, N>>>((const char *)device, other);
    out << "hello";
    cudaMemcpy(r, other, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
