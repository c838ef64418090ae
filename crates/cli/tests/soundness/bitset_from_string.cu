// trap: bitset constructed from a std::string that was the target of a download
// must: the string is complete before the bitset is made
#include <cuda_runtime.h>
#include <cstdio>
#include <string>
#include <bitset>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void text(char *v) { int i = threadIdx.x; v[i] = '0' + i % 2; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::string s(8, '0');
    text<<<1, 8>>>((char *)device);
    cudaMemcpy(&s[0], device, 8, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    std::bitset<8> b(s);
    printf("%d\n", int(b.to_ulong()));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
