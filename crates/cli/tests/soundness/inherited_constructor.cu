// trap: an object that keeps the buffer's address is made by a constructor inherited from its base
// must: that constructor has stored the address: reading through the object waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

struct View {
    int *values;
    View(int *v) : values(v) {}
};

struct Named : View {
    using View::View;
    int name = 3;
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Named view(host);
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", view.values[2]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
