// trap: `delete` through a pointer to the base class runs the destructor of the derived class, which reads the buffer
// must: the delete waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

struct Base {
    virtual ~Base() {}
};

struct Reporter : Base {
    int *host;
    ~Reporter() { printf("%d\n", host[2]); }
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Reporter *reporter = new Reporter;
    reporter->host = host;
    Base *base = reporter;
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    delete base;
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
