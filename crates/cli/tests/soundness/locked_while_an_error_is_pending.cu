// Errors that the program has not asked for yet stay what they are, and no other comes of page-locking.
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
    const int n = 1000;
    int *a = (int *)malloc(n * sizeof(int)), *b = (int *)malloc(n * sizeof(int)), *d, *e;
    for (int i = 0; i < n; i++) a[i] = b[i] = i;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<4, 256>>>(d, n, 1);
    add<<<4, 100000>>>(e, n, 1);
    cudaMemcpy(e, b, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<4, 256>>>(e, n, 2);
    free(a);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(b, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %s\n", b[5], cudaGetErrorName(cudaGetLastError()));
    free(b);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
