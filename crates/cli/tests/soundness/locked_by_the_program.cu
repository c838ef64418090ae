// A program that registers memory itself may do so with any: none is registered beside it.
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
    cudaMemcpy(e, b, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<4, 256>>>(e, n, 2);
    printf("%d\n", cudaHostRegister(a, n * sizeof(int), 0));
    cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", a[3], b[4], cudaHostUnregister(a));
    free(a);
    free(b);
    return 0;
}
