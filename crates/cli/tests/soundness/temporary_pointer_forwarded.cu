// trap: a pointer value is uploaded from the temporary bound to a forwarding reference
// must: the end of the full expression waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static __attribute__((noinline)) int use(int k) { volatile int t[4 * N]; for (int i = 0; i < 4 * N; i++) t[i] = k; return t[3]; }
__global__ void get(int **p, int *out) { out[threadIdx.x] = (*p)[threadIdx.x]; }
template <class X> static void send(X *d, X &&x) { cudaMemcpy(d, &x, sizeof x, cudaMemcpyHostToDevice); }
static __attribute__((noinline)) void go(int **d, int *p) { send(d, p + 2); }

int main()
{
    int host[N], **pp;
    cudaMalloc(&pp, 64);
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    go(pp, device);
    int u = use(4);
    get<<<1, 32>>>(pp, other);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", u);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
