// trap: a manipulator of the program given to operator>> reads the buffer
// must: the data is there before in >> skip
#include <cuda_runtime.h>
#include <cstdio>
#include <sstream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static std::istream &skip(std::istream &is) { printf("%d\n", host[3]); return is.ignore(1); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::istringstream in("1,2"); int a, b;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    in >> a >> skip >> b;
    printf("%d %d\n", a, b);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
