// trap: the host reads a __managed__ array through a pointer and with memcpy
// must: the reads wait for the kernel
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__managed__ int box[N];
__global__ void put(int k) { box[threadIdx.x] = k + threadIdx.x; }
static int peek(const int *p) { return p[3]; }

int main()
{
    int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    put<<<1, N>>>(6);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int a = peek(box);
    put<<<1, N>>>(9);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int back[4];
    memcpy(back, box, sizeof back);
    printf("%d %d %d\n", a, back[3], host[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
