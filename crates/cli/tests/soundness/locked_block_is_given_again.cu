// Host blocks that are freed stay page-locked for the next of their size. One from `calloc` is zero all the same, and
// what an earlier copy brought is gone or not, as with `malloc`.
// rewritten with: --pin=always
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

int main()
{
    const int n = 2048;
    int *d;
    cudaMalloc(&d, n * sizeof(int));
    long sum = 0;
    for (int round = 0; round < 6; round++) {
        int *in = (int *)malloc(n * sizeof(int));
        for (int i = 0; i < n; i++) in[i] = i + round;
        cudaMemcpy(d, in, n * sizeof(int), cudaMemcpyHostToDevice);
        free(in);
        add<<<8, 256>>>(d, n, 1);
        int *out = (int *)calloc(n, sizeof(int));
        for (int i = 0; i < n; i++) sum += out[i];
        cudaMemcpy(out, d, (n / 2) * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) sum = sum * 3 + out[i];
        free(out);
    }
    printf("%ld\n", sum);
}
