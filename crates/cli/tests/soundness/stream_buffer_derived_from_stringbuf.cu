// trap: a class derived from std::stringbuf overrides sync()
// must: the data is there before the flush
#include <cuda_runtime.h>
#include <cstdio>
#include <sstream>
#include <ostream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct S : std::stringbuf { int sync() override { printf("%d\n", host[3]); return 0; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    S s; std::ostream out(&s);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    out << 3 << std::flush;
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
