// A device-to-device cudaMemcpy returns before it has run; a non-blocking stream does not wait for it.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(cudaStreamNonBlocking);
    fill<<<GRID>>>(a, 7);
    cudaMemcpy(b, a, BYTES, cudaMemcpyDeviceToDevice);
#ifdef FIXED
    order(0, s);
#endif
    add<<<GRID, 0, s>>>(b, b, 1);
    show(b);
}
