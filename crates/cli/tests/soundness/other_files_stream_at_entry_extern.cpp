// second translation unit of other_files_stream_at_entry.cu
#include <cuda_runtime.h>
#include <cstdio>

void process(int *d, int *out);

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int out[64], *d;
    cudaMalloc(&d, sizeof(out));
    for (int round = 1; round < 4; round++) {
        cudaMemsetAsync(d, round, sizeof(out), stream);
        process(d, out);
        printf("%d\n", out[5]);
    }
    cudaFree(d);
    cudaStreamDestroy(stream);
}
