// `realloc` moves a block, and nothing is told of it: blocks that it may be given are not page-locked.
// rewritten with: --pin=always
#include <cstdio>
#include <cstdlib>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

int main()
{
    int n = 500;
    int *a = (int *)malloc(n * sizeof(int)), *b = (int *)malloc(2000 * sizeof(int)), *d, *e;
    for (int i = 0; i < n; i++) a[i] = i;
    for (int i = 0; i < 2000; i++) b[i] = -i;
    cudaMalloc(&d, 2000 * sizeof(int));
    cudaMalloc(&e, 2000 * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<8, 256>>>(d, n, 1);
    cudaMemcpy(e, b, 2000 * sizeof(int), cudaMemcpyHostToDevice);
    add<<<8, 256>>>(e, 2000, 1);
    a = (int *)realloc(a, 2000 * sizeof(int));
    for (int i = n; i < 2000; i++) a[i] = 3 * i;
    cudaMemcpy(d + n, a + n, (2000 - n) * sizeof(int), cudaMemcpyHostToDevice);
    add<<<8, 256>>>(d, 2000, 1);
    cudaMemcpy(a, d, 2000 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, e, 2000 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %s\n", a[7], a[1999], b[1999], cudaGetErrorName(cudaGetLastError()));
    free(a);
    free(b);
    return 0;
}
