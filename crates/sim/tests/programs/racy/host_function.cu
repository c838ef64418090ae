// A host function reads a download in a stream that does not wait for it.
#include "common.cuh"

static long long seen;
static void look(void *h) { seen = sum((const int *)h); }

int main()
{
    int *a = device_array(), *h = pinned_array(-1);
    cudaStream_t s = stream(), t = stream();
    fill<<<GRID, 0, s>>>(a, 3);
    cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, s);
#ifdef FIXED
    order(s, t);
#endif
    cudaLaunchHostFunc(t, look, h);
    cudaDeviceSynchronize();
    printf("%lld\n", seen);
}
