// trap: the download goes into a static local object whose destructor reads it after main has returned
// must: the destructor, which runs before those of objects made earlier, sees the downloaded data
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Report {
    int host[N];
    ~Report() { printf("%d\n", host[2]); }
};

static Report &report()
{
    static Report one;
    return one;
}

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device;
    cudaMalloc(&device, N * sizeof(int));
    fill<<<1, N>>>(device, 1);
    cudaMemcpy(report().host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    puts("end of main");
    return 0;
}
