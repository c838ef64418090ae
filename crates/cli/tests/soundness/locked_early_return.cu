// A block is freed on two paths, one of them an early return, while a kernel of another chain may still run: then
// its registration cannot go yet, and the block is freed later. Its address must not come back registered.
// rewritten with: --pin=always
#include <cstdio>
#include <cstdlib>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

static int run(int n, int stop)
{
    int *a = (int *)malloc(n * sizeof(int)), *b = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) a[i] = b[i] = i + stop;
    int *d, *e, sum = 0;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<4, 256>>>(d, n, 1);
    cudaMemcpy(e, b, n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<4, 256>>>(e, n, 2);
    if (stop == 1) {
        free(a);
        free(b);
        return -1;
    }
    cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) sum += a[i];
    free(a);
    cudaMemcpy(b, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) sum += b[i];
    free(b);
    cudaFree(d);
    cudaFree(e);
    return sum;
}

int main()
{
    for (int round = 0; round < 6; round++) printf("%d\n", run(1000, round % 3));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
