// trap: a global unique_ptr to a base with a defaulted virtual destructor is set to null in a function
// must: the data is there before set(nullptr)
#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Op { virtual ~Op() = default; };
struct Show : Op { ~Show() { printf("show %d\n", host[3]); } };
static std::unique_ptr<Op> current;
static void set(std::unique_ptr<Op> op) { current = std::move(op); }
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    set(std::make_unique<Show>());
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    set(nullptr);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
