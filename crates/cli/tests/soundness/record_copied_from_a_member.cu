// trap: a struct of device pointers is assigned to a member of another struct, which the kernel then gets
// must: the kernel's pointers are those assigned: it runs after the uploads and before the downloads
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

struct Buffers {
    int *to, *from;
};

struct Work {
    Buffers in;
    Buffers spare[2];
};

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void add(Buffers b) { b.to[threadIdx.x] += b.from[threadIdx.x]; }

static Buffers build(int *to, int *from)
{
    Buffers b;
    b.to = to;
    b.from = from;
    return b;
}

int main()
{
    int x[N], y[N], *d_x, *d_y, *other, sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = 2 * i;
        y[i] = 3 * i;
    }
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&other, sizeof(more));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    Work work;
    work.in = build(d_x, d_y);
    add<<<1, N>>>(work.in);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) sum = sum * 31 % 1000003 + x[i] + y[i];
    printf("%d %d\n", sum, more[3]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(other);
}
