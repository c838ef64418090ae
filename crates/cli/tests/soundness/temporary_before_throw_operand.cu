// trap: an operand of a comma is a temporary, the next a throw; the temporary ends on the way, and its destructor reads the downloaded array
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
        int value = (Reader(host), throw 1, 0);
        printf("%d\n", value);
    } catch (int) {
        printf("caught\n");
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
