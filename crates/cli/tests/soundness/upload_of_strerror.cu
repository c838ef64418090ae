// trap: an upload reads the text of strerror
// must: the next strerror waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    char back[64];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(device, strerror(12345), 22, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    const char *s = strerror(54321);
    cudaMemcpy(back, device, 22, cudaMemcpyDeviceToHost);
    printf("%.22s %s\n", back, s);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
