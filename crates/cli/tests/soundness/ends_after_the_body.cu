// trap: objects of an `if` or `for` end after its body, and the element of a range-based `for` is read in every round
// must: nothing of that is waited for in front of the statement, when it is issued inside
#include <cuda_runtime.h>
#include <cstdio>
constexpr int N = 4;
static int host[N], more[N];
__global__ void fill(int *v, int s) { v[threadIdx.x] = s + threadIdx.x; }
struct G { int *p; G(int *q):p(q){} ~G(){ printf("~%d\n", p[1]); } explicit operator bool() const { return true; } };
int main()
{
    int *d, *e; cudaMalloc(&d, sizeof host); cudaMalloc(&e, sizeof host);
    int k = 0;
    for (int x : host) {
        k += x;
        fill<<<1, N>>>(d, 3 + x);
        cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(e, 4);
        cudaMemcpy(more, e, sizeof host, cudaMemcpyDeviceToHost);
    }
    printf("%d %d\n", k, more[1]);
    if (G g{host}) {
        fill<<<1, N>>>(d, 30);
        cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(e, 40);
        cudaMemcpy(more, e, sizeof host, cudaMemcpyDeviceToHost);
    }
    printf("%d\n", more[1]);
    for (G g(host); k < 1000; k += 1000) {
        fill<<<1, N>>>(d, 50);
        cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
        fill<<<1, N>>>(e, 60);
        cudaMemcpy(more, e, sizeof host, cudaMemcpyDeviceToHost);
    }
    printf("%d\n", more[1]);
}
