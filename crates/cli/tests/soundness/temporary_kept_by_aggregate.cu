// trap: a temporary is bound to a reference member of an aggregate (braces): it lives to the end of the scope, where its destructor reads the downloaded array
// must: the end of the scope waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Reader {
    int *p;
    Reader(int *p) : p(p) {}
    ~Reader() { printf("~%d\n", p[3]); }
};

struct Holder { const Reader &reader; };

static int scope(int *device, int *other)
{
    Holder holder{Reader(host)};
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    return 1;
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    printf("%d\n", scope(device, other));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
