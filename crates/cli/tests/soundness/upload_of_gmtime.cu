// trap: an upload reads the library's struct tm; a later gmtime writes it again
// must: gmtime waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <ctime>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    struct tm back;
    time_t a = 86400, b = 400 * 86400;
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    struct tm *t = gmtime(&a);
    cudaMemcpy(device, t, sizeof *t, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    gmtime(&b);
    cudaMemcpy(&back, device, sizeof back, cudaMemcpyDeviceToHost);
    printf("%d %d\n", back.tm_year, back.tm_mday);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
