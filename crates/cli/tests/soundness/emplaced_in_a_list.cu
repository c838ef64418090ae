// trap: an object that keeps the buffer's address is made inside the library, by std::list::emplace_back
// must: the program's constructor has stored the address: reading through the object waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <list>

constexpr int N = 64;

static int more[N]; // of a chain that overlaps

struct View {
    int *values;
    int count;
    explicit View(int *v, int n = N) : values(v), count(n) {}
    int sum() const
    {
        int total = 0;
        for (int i = 0; i < count; i++) total += values[i];
        return total;
    }
};

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    std::list<View> views;
    views.emplace_back(host);
    fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", views.front().sum());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
