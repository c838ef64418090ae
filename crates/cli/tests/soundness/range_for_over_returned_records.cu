// trap: a range-for runs over a returned vector of structs, with a second chain in its body
// left alone: a wait has no place between the body and what follows it in the statement
// must: what is in flight at the end of the loop is waited for after it
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <string>
#include <vector>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Job { std::string name; int k; }; static std::vector<Job> jobs() { return {{"a", 1}, {"b", 2}}; }
int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
 for (const auto &j : jobs()) { fill<<<1, N>>>(device, j.k); cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost); printf("%s %d\n", j.name.c_str(), host[1]); fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
 } printf("%d\n", host[2]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
