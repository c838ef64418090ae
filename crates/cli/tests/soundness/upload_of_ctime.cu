// trap: an upload reads the text of ctime; a later ctime writes it again
// must: ctime waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    char back[64];
    time_t a = 86400, b = 400 * 86400;
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    setenv("TZ", "UTC", 1);
    cudaMemcpy(device, ctime(&a), 26, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    const char *s = ctime(&b);
    cudaMemcpy(back, device, 26, cudaMemcpyDeviceToHost);
    printf("%s%s\n", back, s);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
