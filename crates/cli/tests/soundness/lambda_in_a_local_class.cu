// trap: a method of a local class downloads into a member and copies the object into a lambda
// must: the file is rewritten, not refused, and the copy of the object waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    struct Query {
        int host[N];
        int go(int *device, int *other)
        {
            fill<<<1, N>>>(device, 4);
            cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
            fill<<<1, N>>>(other, 40);
            cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
            auto second = [*this] { return host[1]; };
            host[1] = 0;
            return second();
        }
    } query;
    printf("%d\n", query.go(device, other));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
