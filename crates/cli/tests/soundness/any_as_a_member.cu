// trap: a struct with a member std::any ends
// must: the data is there before the scope ends
#include <cuda_runtime.h>
#include <cstdio>
#include <any>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct R { int k; ~R() { if (k) printf("%d\n", host[k]); } R(int k) : k(k) {} R(const R &o) : k(o.k) {} };
struct H { std::any a; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
   {
    H h; h.a.emplace<R>(3);
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

   }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
