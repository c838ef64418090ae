// Memory goes back to the pool while another stream still reads it.
#include "common.cuh"

int main()
{
    int *b = device_array(), *a;
    cudaStream_t s = stream(), t = stream();
    cudaMallocAsync(&a, BYTES, s);
    fill<<<GRID, 0, s>>>(a, 3);
    order(s, t);
    add<<<GRID, 0, t>>>(a, b, 1);
#ifdef FIXED
    order(t, s);
#endif
    cudaFreeAsync(a, s);
    show(b);
}
