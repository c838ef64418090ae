// trap: an optional of a unique_ptr to a base with a defaulted virtual destructor is reset
// must: the data is there before o.reset()
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <optional>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Op { virtual ~Op() = default; };
struct Show : Op { ~Show() { printf("show %d\n", host[3]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::optional<std::unique_ptr<Op>> o(std::make_unique<Show>());
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    o.reset();
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
