// trap: the handler gets the pointer from rethrow_if_nested
// must: the read waits
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <string>
#include <exception>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Err { int *p; };
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 43);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 try { try { throw Err{host}; } catch (...) { std::throw_with_nested(std::string("outer")); } } catch (std::string &) {}
 try { try { throw Err{host}; } catch (...) { std::throw_with_nested(Err{more}); } } catch (Err &o) { fill<<<1, N>>>(device, 5);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 45);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
  try { std::rethrow_if_nested(o); } catch (Err &q) { printf("%d\n", q.p[1]); } }
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
