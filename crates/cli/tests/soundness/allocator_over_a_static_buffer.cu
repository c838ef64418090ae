// trap: a vector whose allocator hands out parts of a static buffer
// must: the element is read after the download into the arena
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static int used;
template <class T> struct Arena { using value_type = T;
  T *allocate(size_t n) { T *p = (T *)(host + used); used += n; return p; } void deallocate(T *, size_t) {}
  bool operator==(const Arena &) const { return true; } bool operator!=(const Arena &) const { return false; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::vector<int, Arena<int>> v(N);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    printf("%d\n", v[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
