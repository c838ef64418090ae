// A download into a local array is still under way when the function returns.
#include "common.cuh"

static void fetch(const int *d, cudaStream_t s)
{
    int h[N];
    memset(h, 0, sizeof h);
    cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
}

static long long later(int depth)
{
    volatile int room[N];
    for (int i = 0; i < N; i++) room[i] = depth;
    cudaDeviceSynchronize();
    long long s = 0;
    for (int i = 0; i < N; i++) s += room[i];
    return s;
}

int main()
{
    int *a = device_array();
    cudaStream_t s = stream();
    fill<<<GRID, 0, s>>>(a, 5);
    fetch(a, s);
    printf("%lld\n", later(1));
}
