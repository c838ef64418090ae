// Memory is used in a stream that does not wait for its allocation.
#include "common.cuh"

int main()
{
    int *b = device_array(), *a;
    cudaStream_t s = stream(), t = stream();
    cudaMallocAsync(&a, BYTES, s);
#ifdef FIXED
    order(s, t);
#endif
    fill<<<GRID, 0, t>>>(a, 3);
    cudaStreamSynchronize(t);
    add<<<GRID, 0, t>>>(a, b, 1);
    cudaDeviceSynchronize();
    add<<<GRID, 0, t>>>(a, b, 1);
    show(b);
}
