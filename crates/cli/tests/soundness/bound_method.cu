// trap: a method that reads the downloaded buffer is called through the result of std::bind
// must: the analysis ends, and the call waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <functional>

constexpr int N = 64;

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Field {
    int *host, *device;
    void fetch() { cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost); }
    int at(int i) const { return host[i]; }
};

int main()
{
    Field field;
    field.host = (int *)malloc(N * sizeof(int));
    cudaMalloc(&field.device, N * sizeof(int));
    fill<<<1, N>>>(field.device, 3);
    field.fetch();
    auto at = std::bind(&Field::at, &field, std::placeholders::_1);
    printf("%d\n", at(2));
    cudaFree(field.device);
    free(field.host);
}
