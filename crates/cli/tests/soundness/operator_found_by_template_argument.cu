// trap: operator< is a friend defined in the class that is a template argument of the element type (strong typedef with a tag)
// must: the data is there before std::sort
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <algorithm>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
template <class Tag> struct Strong { int i; };
struct Tag { friend bool operator<(const Strong<Tag> &a, const Strong<Tag> &b) { return host[a.i] < host[b.i]; } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::vector<Strong<Tag>> v{{5}, {4}, {3}};
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    std::sort(v.begin(), v.end());
    printf("%d\n", v[0].i);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
