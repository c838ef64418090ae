// trap: a list in managed memory is built and walked by kernels, its head is a __managed__ pointer; the host walks it after a download
// must: the reads wait for the kernels
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
struct Node { Node *next; int value; };
__managed__ Node *root;
__global__ void build(Node *pool) { for (int i = 0; i < N; i++) { pool[i].value = i; pool[i].next = i + 1 < N ? &pool[i + 1] : nullptr; } root = pool; }
__global__ void walk() { for (Node *n = root; n; n = n->next) n->value += 10; }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    Node *pool;
    cudaMallocManaged(&pool, N * sizeof(Node));
    build<<<1, 1>>>(pool);
    int host[N];
    walk<<<1, 1>>>();
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (Node *n = root; n; n = n->next) sum += n->value;
    printf("%d %d\n", sum, host[2]);
    cudaFree(pool);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
