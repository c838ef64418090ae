// trap: the downloaded array is read in the default argument of a constructor
// must: making an object without that argument waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

static int host[N];

struct Sample {
    int value;
    Sample(int v = host[2]) : value(v) {}
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Sample sample, samples[2];
    printf("%d\n", sample.value + samples[1].value);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
