// trap: a stream has a locale with a facet of the program
// must: the data is there before o << 1.5: do_decimal_point() reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <sstream>
#include <locale>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct P : std::numpunct<char> { char do_decimal_point() const override { printf("%d\n", host[3]); return ','; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::ostringstream o; o.imbue(std::locale(std::locale::classic(), new P));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    o << 1.5; printf("%s\n", o.str().c_str());
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
