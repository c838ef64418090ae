// trap: copies start at the first member of a struct and run over all of it
// must: a write or read of a later member waits for them as well
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

struct Header {
    int first;
    int second;
    int rest[30];
};

int main()
{
    Header from, to;
    int *device;
    memset(&from, 0, sizeof(from));
    memset(&to, 0, sizeof(to));
    from.first = 1;
    from.second = 2;
    cudaMalloc(&device, sizeof(Header));
    cudaMemcpy(device, &from.first, sizeof(Header), cudaMemcpyHostToDevice);
    from.second = 77;
    cudaMemcpy(&to.first, device, sizeof(Header), cudaMemcpyDeviceToHost);
    printf("%d %d\n", to.second, from.second);
    cudaFree(device);
}
