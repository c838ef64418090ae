// trap: the scope that ends after the download destroys an array of objects; their destructors read the buffer
// must: the end of the scope waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Reporter {
    int *host = nullptr;
    ~Reporter()
    {
        if (host) printf("%d\n", host[1]);
    }
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    {
        Reporter reporters[3];
        reporters[2].host = host;
        fill<<<1, N>>>(device, 5);
        cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
        puts("end of scope");
    }
    cudaFree(device);
}
