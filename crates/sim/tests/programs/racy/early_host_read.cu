// The host reads the target of an asynchronous download without waiting.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = pinned_array(-1);
    cudaStream_t s = stream();
    fill<<<GRID, 0, s>>>(a, 3);
    cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
    printf("%lld\n", sum(h));
    cudaDeviceSynchronize();
}
