// Parts of one block are copied one by one: the block is page-locked as a whole, since a copy that spans locked
// and pageable memory fails. The pointers are swapped, and another function frees the blocks.
// rewritten with: --pin=always
#include <cstdio>
#include <cstdlib>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

static void discard(int **p)
{
    free(*p);
    *p = 0;
}

int main()
{
    const int n = 4096, part = 1024;
    int *a = (int *)calloc(n, sizeof(int)), *b = (int *)malloc(n * sizeof(int)), *d, *e;
    for (int i = 0; i < n; i++) b[i] = i;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    for (int round = 0; round < 3; round++) {
        for (int at = 0; at < n; at += part)
            cudaMemcpy(d + at, b + at, part * sizeof(int), cudaMemcpyHostToDevice);
        add<<<16, 256>>>(d, n, 1);
        cudaMemcpy(e, b, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<16, 256>>>(e, n, 5);
        cudaMemcpy(a + 1, d + 1, (n - 2) * sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d %d %d\n", a[0], a[1], a[n - 2]);
        int *swap = a;
        a = b;
        b = swap;
    }
    cudaMemcpy(b, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %s\n", b[9], cudaGetErrorName(cudaGetLastError()));
    discard(&a);
    discard(&b);
    int *c = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) c[i] = 7;
    printf("%d\n", cudaMemcpy(d, c, n * sizeof(int), cudaMemcpyHostToDevice));
    free(c);
    return 0;
}
