// A long kernel in one stream and a copy of its second half in another.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = pinned_array(0);
    cudaStream_t s = stream(), t = stream();
    fill<<<GRID, 0, s>>>(a, 9);
#ifdef FIXED
    order(s, t);
#endif
    cudaMemcpyAsync(h + N / 2, a + N / 2, BYTES / 2, cudaMemcpyDeviceToHost, t);
    cudaDeviceSynchronize();
    printf("%lld\n", sum(h));
}
