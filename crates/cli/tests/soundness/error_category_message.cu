// trap: error_code::message() calls the virtual message() of a category of the program
// must: the data is there before ec.message()
#include <cuda_runtime.h>
#include <cstdio>
#include <system_error>
#include <string>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Cat : std::error_category { const char *name() const noexcept override { return "x"; } std::string message(int) const override { return std::to_string(host[3]); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    static Cat cat; std::error_code ec(3, cat);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    std::string s = ec.message();
    printf("%s\n", s.c_str());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
