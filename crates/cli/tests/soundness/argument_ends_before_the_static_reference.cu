// trap: as argument_ends_before_the_reference, with a static reference
// must: the declaration waits for the download
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

static int &first(const Reader &, int *device, int *other)
{
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    return more[0];
}

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    static int &value = first(Reader(host), device, other);
    printf("first\n");
    printf("%d\n", value);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
