// trap: std::reverse_iterator over an iterator class of the program
// must: the data is there before *r
#include <cuda_runtime.h>
#include <cstdio>
#include <iterator>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct It { using iterator_category = std::bidirectional_iterator_tag; using value_type = int; using difference_type = long; using pointer = int *; using reference = int;
 int i; int operator*() const { return host[i]; } It &operator++() { ++i; return *this; } It &operator--() { --i; return *this; } It operator--(int) { It t = *this; --i; return t; } It operator++(int) { It t = *this; ++i; return t; } bool operator==(const It &o) const { return i == o.i; } bool operator!=(const It &o) const { return i != o.i; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::reverse_iterator<It> r(It{4});
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    int x = *r;
    printf("%d\n", x);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
