// trap: the implicit copy of a class runs the copy constructor that the program wrote for a member, and that one reads the buffer
// must: copying the object waits for the download
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Noisy {
    int *host;
    Noisy(int *p) : host(p) {}
    Noisy(const Noisy &other) : host(other.host) { printf("copied %d\n", host[1]); }
};

struct Holder {
    Noisy noisy;
    int count;
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    Holder holder{host, 1};
    fill<<<1, N>>>(device, 2);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Holder copy = holder;
    printf("%d\n", copy.count);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
