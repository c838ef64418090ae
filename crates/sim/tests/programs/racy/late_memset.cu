// cudaMemset returns before it has run; a non-blocking stream does not wait for it.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(cudaStreamNonBlocking);
    fill<<<GRID, 0, s>>>(a, 7);
    cudaStreamSynchronize(s);
    cudaMemset(a, 0, BYTES);
#ifdef FIXED
    order(0, s);
#endif
    add<<<GRID, 0, s>>>(a, b, 1);
    show(b);
}
