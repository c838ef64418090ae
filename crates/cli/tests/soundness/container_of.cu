// trap: a member is written through container_of: the object's address computed from that of a later member
// must: the pointer stored in that way is the one read
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Link { Link *next; };
struct Node { int *p; Link link; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 Node c; Link *cl = &c.link; c.p = more; ((Node *)((char *)cl - offsetof(Node, link)))->p = host; fill<<<1, N>>>(device, 4);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 44);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 printf("%d\n", c.p[1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
