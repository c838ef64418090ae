// The host waits for the wrong stream.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = pinned_array(-1);
    cudaStream_t s = stream(), t = stream();
    fill<<<GRID, 0, s>>>(a, 3);
    order(s, t);
    cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, t);
#ifdef FIXED
    cudaStreamSynchronize(t);
#else
    cudaStreamSynchronize(s);
#endif
    printf("%lld\n", sum(h));
    cudaDeviceSynchronize();
}
