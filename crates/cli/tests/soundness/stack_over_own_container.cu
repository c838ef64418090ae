// trap: a std::stack over a container class of the program
// must: the data is there before s.push(4): push_back reads it
#include <cuda_runtime.h>
#include <cstdio>
#include <stack>
#include <vector>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct C { using value_type = int; using reference = int &; using const_reference = const int &; using size_type = size_t; std::vector<int> v;
  void push_back(const int &i) { v.push_back(i + host[3]); } void push_back(int &&i) { v.push_back(i + host[3]); } int &back() { return v.back(); } const int &back() const { return v.back(); } void pop_back() { v.pop_back(); } bool empty() const { return v.empty(); } size_t size() const { return v.size(); } };
int main()
{
    int *device, *other;
    cudaMalloc(&device, 256);
    cudaMalloc(&other, 256);
    std::stack<int, C> s;
    fill<<<1, N>>>(device, 7);
    cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    s.push(4);
    printf("%d\n", s.top());
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
