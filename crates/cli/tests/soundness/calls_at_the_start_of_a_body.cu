// trap: an operation whose result is used is the first word of a body without braces that gets a wait in front
// must: the braces and the wait stand outside of what is put around the call
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
static int host[N], back[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
#define WHEN(c, ...) if (c) { __VA_ARGS__ }
#define UNLESS(c) if (c) ; else

int main(int argc, char **)
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    for (int i = 0; i < 3; i++) {
        fill<<<1, N>>>(device, i);
        cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
        if (argc) cudaMemcpy(back, device, 4 * (host[2] & 7) + 4, cudaMemcpyDeviceToHost) == cudaSuccess ? (void)argc++ : abort();
        UNLESS(!argc) cudaMemcpy(more, other, 4 * (back[0] & 7) + 4, cudaMemcpyDeviceToHost) == cudaSuccess && argc++;
        WHEN(argc, fill<<<1, N>>>(other, i); cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);)
        if (argc > 100) {} else do if (more[i]) more[i]++, cudaMemcpy(device, more, 256, cudaMemcpyHostToDevice); while (0);
    }
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[3], back[0]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
