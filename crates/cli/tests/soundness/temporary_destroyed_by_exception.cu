// trap: a [[noreturn]] method of a temporary throws; the temporary ends on the way, and its destructor reads the downloaded array
// must: the destructor waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Reader {
    int *p;
    Reader(int *p) : p(p) {}
    [[noreturn]] void fail() { throw 1; }
    ~Reader() { printf("~%d\n", p[3]); }
};

static Reader start(int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    return Reader(host);
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    try {
        start(device, other).fail();
    } catch (int) {
        printf("caught\n");
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
