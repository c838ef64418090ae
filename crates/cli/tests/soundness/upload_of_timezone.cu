// trap: an upload reads the library's variable timezone, tzset changes it
// must: tzset waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    long back;
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    setenv("TZ", "EST5", 1); tzset();
    cudaMemcpy(device, &timezone, 8, cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    setenv("TZ", "CET-1", 1); tzset();
    cudaMemcpy(&back, device, 8, cudaMemcpyDeviceToHost);
    printf("%ld %ld\n", back, timezone);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
