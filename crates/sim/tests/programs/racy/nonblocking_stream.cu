// A non-blocking stream is not ordered with the legacy default stream.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
#ifdef FIXED
    cudaStream_t s = stream();
#else
    cudaStream_t s = stream(cudaStreamNonBlocking);
#endif
    fill<<<GRID>>>(a, 1);
    add<<<GRID, 0, s>>>(a, b, 10);
    fill<<<GRID>>>(a, 2);
    show(b);
}
