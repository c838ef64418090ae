// The host reads what a host function of another stream computes.
#include "common.cuh"

static int result;
static void compute(void *h) { result = *(int *)h + 1; }

int main()
{
    int *a = device_array(), *h = pinned_array(0);
    cudaStream_t s = stream();
    fill<<<GRID, 0, s>>>(a, 4);
    cudaMemcpyAsync(h, a, sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, compute, h);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
    printf("%d\n", result);
    cudaDeviceSynchronize();
}
