// trap: an upload reads errno, and a later library call sets it
// must: the library call waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cerrno>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int back;
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    errno = 5;
    cudaMemcpy(device, &errno, 4, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    if (strtol("99999999999999999999999", 0, 10) == 0) return 1;
    int saved = errno;
    cudaMemcpy(&back, device, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", back, saved);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
