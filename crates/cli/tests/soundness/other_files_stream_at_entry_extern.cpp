#include <cuda_runtime.h>
#include <cstdio>
__global__ void fill(int *out, int k)
{
    int s = 0;
    for (int i = 0; i < 200; i++) s += k;
    out[threadIdx.x] = s;
}
void process(int *d, int *out);
int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int out[64], *d;
    cudaMalloc(&d, sizeof(out));
    for (int round = 1; round < 4; round++) {
        fill<<<1, 64, 0, stream>>>(d, round);
        process(d, out);
        printf("%d\n", out[5]);
    }
    cudaFree(d);
    cudaStreamDestroy(stream);
}
