// The host overwrites the pinned source of an asynchronous upload.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = pinned_array(1);
    cudaStream_t s = stream();
    cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
    for (int i = 0; i < N; i++) h[i] = 2;
    show(a);
}
