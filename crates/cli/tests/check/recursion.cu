// Recursive functions are followed: what one activation leaves in flight meets the next, and the caller.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void add(int *p, int n, int by) {
    if (threadIdx.x < n) p[threadIdx.x] += by;
}

struct Node {
    int *data;
    Node *next;
};

// Each piece is waited for before it is read; nothing is missing.
static int sum(const int *d, int lo, int hi, cudaStream_t s) {
    if (hi - lo <= 16) {
        int piece[16], total = 0;
        cudaMemcpyAsync(piece, d + lo, (hi - lo) * sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        for (int i = 0; i < hi - lo; i++) total += piece[i];
        return total;
    }
    int middle = (lo + hi) / 2;
    return sum(d, lo, middle, s) + sum(d, middle, hi, s);
}

// Each activation has its own `flag`, and waits for the copy into it when the inner ones have returned.
static int depth(const int *d, int level, cudaStream_t s) {
    int flag = 1, below = 0;
    cudaMemcpyAsync(&flag, d, sizeof(int), cudaMemcpyDeviceToHost, s);
    if (level > 0) below = depth(d, level - 1, s);
    cudaStreamSynchronize(s);
    return flag + below;
}

// The stream of the next node does not wait for that of this one.
static void along(Node *node, int *shared, cudaStream_t mine, cudaStream_t other) {
    if (!node) return;
    add<<<1, 16, 0, mine>>>(shared, 16, 1); //~ SA1001 possible
    along(node->next, shared, other, mine);
}

static int *host;

// The innermost activation copies, its callers read without a wait.
static void fetch(const int *d, int level, cudaStream_t s) {
    if (level == 0) {
        cudaMemcpyAsync(host, d, 64, cudaMemcpyDeviceToHost, s);
        return;
    }
    fetch(d, level - 1, s);
    printf("%d\n", host[level]); //~ SA1002 possible
}

static void odd(int *d, int n, cudaStream_t s);
static void even(int *d, int n, cudaStream_t s) {
    if (n > 0) odd(d, n - 1, s);
}
static void odd(int *d, int n, cudaStream_t s) {
    add<<<1, 16, 0, s>>>(d, 16, n);
    if (n > 0) even(d, n - 1, s);
}

int main() {
    int *d, *e, *f;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMalloc(&e, 64 * sizeof(int));
    cudaMalloc(&f, 64 * sizeof(int));
    cudaMallocHost(&host, 64);
    printf("%d %d\n", sum(d, 0, 64, s), depth(d, 3, s));
    Node last = {d, nullptr}, first = {d, &last};
    along(&first, e, s, t);
    fetch(d, 3, s);
    cudaDeviceSynchronize();
    odd(f, 4, s);
    cudaMemcpyAsync(host, f, 64, cudaMemcpyDeviceToHost, t); //~ SA1001 possible
    cudaDeviceSynchronize();
    odd(f, 4, s);
    cudaStreamSynchronize(s);
    return host[0];
}
