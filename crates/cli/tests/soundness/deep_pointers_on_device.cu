// trap: a kernel follows six pointers from its argument and writes the last object
// must: however deep it is, the download of that object waits for the kernel
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps

struct Node6 { int value; };
struct Node5 { Node6 *next; };
struct Node4 { Node5 *next; };
struct Node3 { Node4 *next; };
struct Node2 { Node3 *next; };
struct Node1 { Node2 *next; };
struct Node0 { Node1 *next; };

__global__ void store(Node0 *p) { p->next->next->next->next->next->next->value = 42; }

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    Node6 *d6;
    Node5 *d5;
    Node4 *d4;
    Node3 *d3;
    Node2 *d2;
    Node1 *d1;
    Node0 *d0;
    int *other;
    cudaMalloc(&other, sizeof(more));
    cudaMalloc(&d6, sizeof(Node6));
    cudaMalloc(&d5, sizeof(Node5));
    cudaMalloc(&d4, sizeof(Node4));
    cudaMalloc(&d3, sizeof(Node3));
    cudaMalloc(&d2, sizeof(Node2));
    cudaMalloc(&d1, sizeof(Node1));
    cudaMalloc(&d0, sizeof(Node0));
    Node6 h6{1};
    Node5 h5{d6};
    Node4 h4{d5};
    Node3 h3{d4};
    Node2 h2{d3};
    Node1 h1{d2};
    Node0 h0{d1};
    cudaMemcpy(d0, &h0, sizeof(h0), cudaMemcpyHostToDevice);
    cudaMemcpy(d1, &h1, sizeof(h1), cudaMemcpyHostToDevice);
    cudaMemcpy(d2, &h2, sizeof(h2), cudaMemcpyHostToDevice);
    cudaMemcpy(d3, &h3, sizeof(h3), cudaMemcpyHostToDevice);
    cudaMemcpy(d4, &h4, sizeof(h4), cudaMemcpyHostToDevice);
    cudaMemcpy(d5, &h5, sizeof(h5), cudaMemcpyHostToDevice);
    cudaMemcpy(d6, &h6, sizeof(h6), cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();

    store<<<1, 1>>>(d0);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Node6 result;
    cudaMemcpy(&result, d6, sizeof(result), cudaMemcpyDeviceToHost);
    printf("%d %d\n", result.value, more[3]);
}
