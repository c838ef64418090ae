// trap: nobody catches an exception; the terminate handler prints the downloaded array and ends the program
// left alone: a handler for uncaught exceptions is set in the file
// must: the download, complete before the throw, is complete in the handler
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <exception>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

static int host[N];

static void report()
{
    printf("%d\n", host[2]);
    fflush(stdout);
    _Exit(3);
}

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    std::set_terminate(report);
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    throw more[3];
}
