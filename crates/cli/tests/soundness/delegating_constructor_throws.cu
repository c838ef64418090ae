// trap: a delegating constructor throws after its target has returned: the object counts as made, and its destructor reads the downloaded array
// must: the throw waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps
static int host[N];

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

struct Reader {
    int *p;
    Reader(int *p) : p(p) {}
    Reader(int *q, int x) : Reader(q) { if (x) throw x; }
    ~Reader() { printf("~%d\n", p[3]); }
};

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));

    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    try {
        Reader reader(host, 1);
    } catch (int) {
        printf("caught\n");
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
