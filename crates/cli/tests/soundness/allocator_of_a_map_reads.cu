// trap: a map has an allocator of the program that reads the buffer
// must: the data is there before m[3] = 4
#include <cuda_runtime.h>
#include <cstdio>
#include <map>
#include <functional>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static char pool[4096]; static int used; template <class T> struct Arena { using value_type = T; Arena() = default; template<class U> Arena(const Arena<U>&) {} T *allocate(size_t n) { printf("%d\n", host[3]); T *p = (T *)(pool + used); used += n * sizeof(T); return p; } void deallocate(T *, size_t) {} bool operator==(const Arena &) const { return true; } bool operator!=(const Arena &) const { return false; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::map<int, int, std::less<int>, Arena<std::pair<const int, int>>> m;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    m[3] = 4;
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
