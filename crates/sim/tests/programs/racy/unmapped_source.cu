// A large source of an asynchronous upload is freed, and its pages go back to the system.
#include "common.cuh"

int main()
{
    const size_t bytes = 8 << 20;
    int *a;
    cudaMalloc(&a, bytes);
    cudaStream_t s = stream();
    char *h = (char *)calloc(bytes, 1);
    cudaMemcpyAsync(a, h, bytes, cudaMemcpyHostToDevice, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
    free(h);
    show(a);
}
