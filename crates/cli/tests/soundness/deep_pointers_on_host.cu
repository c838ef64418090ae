// trap: a host function follows six pointers and writes into the array that an upload is reading
// must: however deep it is, that write waits for the upload
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

struct Node6 { int values[N]; };
struct Node5 { Node6 *next; };
struct Node4 { Node5 *next; };
struct Node3 { Node4 *next; };
struct Node2 { Node3 *next; };
struct Node1 { Node2 *next; };
struct Node0 { Node1 *next; };

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

static void touch(Node0 *p) { p->next->next->next->next->next->next->values[3] = 99; }

int main()
{
    Node6 h6;
    Node5 h5{&h6};
    Node4 h4{&h5};
    Node3 h3{&h4};
    Node2 h2{&h3};
    Node1 h1{&h2};
    Node0 h0{&h1};
    int *device, *other, result[N];
    for (int i = 0; i < N; i++) h6.values[i] = 2 * i;
    cudaMalloc(&device, sizeof(h6));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(device, &h6, sizeof(h6), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    touch(&h0);
    cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost);
    printf("%d\n", result[3]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
