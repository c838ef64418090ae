// trap: a vector has an allocator derived from std::allocator that reads the buffer
// must: the data is there before m.push_back(4)
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
constexpr int N = 64;
static int more[N];
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template <class T> struct Arena : std::allocator<T> { template<class U> struct rebind { using other = Arena<U>; }; T *allocate(size_t n) { printf("%d\n", host[3]); return std::allocator<T>::allocate(n); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    {
    std::vector<int, Arena<int>> m;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    m.push_back(4);
    }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
