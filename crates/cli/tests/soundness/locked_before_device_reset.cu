// With the context go the registrations: freeing the blocks afterwards asks nothing of the device, which would
// make a new context, and a block is registered anew when it is copied again.
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
    int *a = (int *)malloc(n * sizeof(int)), *b = new int[n];
    for (int round = 0; round < 2; round++) {
        int *d, *e;
        for (int i = 0; i < n; i++) a[i] = b[i] = i + round;
        cudaMalloc(&d, n * sizeof(int));
        cudaMalloc(&e, n * sizeof(int));
        cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<4, 256>>>(d, n, 1);
        cudaMemcpy(e, b, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<4, 256>>>(e, n, 2);
        cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(b, e, n * sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d %d\n", a[3], b[4]);
        cudaDeviceReset();
    }
    free(a);
    delete[] b;
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
