// second translation unit of other_files_stream_after_a_call.cu
#include <cuda_runtime.h>

void start(int *d, int r)
{
    static cudaStream_t stream;
    if (!stream) cudaStreamCreate(&stream);
    cudaMemsetAsync(d, r, 256, stream);
}
