// Synchronising the legacy stream does not cover a non-blocking one.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = pinned_array(-1);
    cudaStream_t s = stream(cudaStreamNonBlocking);
    fill<<<GRID, 0, s>>>(a, 3);
    cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#else
    cudaStreamSynchronize(0);
#endif
    printf("%lld\n", sum(h));
    cudaDeviceSynchronize();
}
