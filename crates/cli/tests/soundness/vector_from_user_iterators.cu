// trap: a vector is constructed from iterators of the program, whose operator* reads the downloaded array
// must: the construction waits
#include <cuda_runtime.h>
#include <algorithm>
#include <iterator>
#include <cassert>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct It { int *p; using iterator_category = std::forward_iterator_tag; using value_type = int; using difference_type = ptrdiff_t; using pointer = int *; using reference = int; int operator*() const { return host[p - (int *)0] + 1; } It &operator++() { ++p; return *this; } It operator++(int) { It o = *this; ++p; return o; } bool operator==(const It &o) const { return p == o.p; } bool operator!=(const It &o) const { return p != o.p; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 It b{(int *)0}, e{(int *)0 + 3}; fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 std::vector<int> v(b, e); printf("%d\n", v[1]); fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 int s = 0; for (auto i = b; i != e; i++) s += *i; printf("%d\n", s); fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", (int)std::count(b, e, 6));
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
