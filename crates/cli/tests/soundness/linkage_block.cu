// trap: the whole file, its #includes too, stands in an extern "C" block
// must: what is inserted has C++ linkage: the output compiles
#ifdef __cplusplus
extern "C" {
#endif
#include <stdio.h>
#include <stdlib.h>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

void run(int *x, int *y, int n)
{
    int *d_x, *d_y;
    cudaMalloc((void **)&d_x, n * sizeof(int));
    cudaMalloc((void **)&d_y, n * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 64>>>(d_x, 1);
    add<<<1, 64>>>(d_y, 2);
    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

int main(void)
{
    int x[64], y[64], i, sum = 0;
    for (i = 0; i < 64; i++) x[i] = y[i] = i;
    run(x, y, 64);
    for (i = 0; i < 64; i++) sum = sum * 31 % 1000003 + x[i] * y[i];
    printf("%d\n", sum);
    return 0;
}
#ifdef __cplusplus
}
#endif
