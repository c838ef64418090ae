// trap: a pmr::vector takes its memory from a memory_resource of the program whose do_allocate reads the buffer
// must: the data is there before the vector is made
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <memory_resource>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Mine : std::pmr::memory_resource { int n = 0;
 void *do_allocate(size_t b, size_t a) override { n = host[3]; return std::pmr::new_delete_resource()->allocate(b, a); }
 void do_deallocate(void *p, size_t b, size_t a) override { std::pmr::new_delete_resource()->deallocate(p, b, a); }
 bool do_is_equal(const std::pmr::memory_resource &o) const noexcept override { return this == &o; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    Mine mine;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    std::pmr::vector<int> v(5, 1, &mine);
    printf("%d\n", mine.n);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
