// The first stream overwrites what the second one still reads (a write after a read).
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(), t = stream();
    fill<<<GRID, 0, s>>>(a, 1);
    order(s, t);
    add<<<GRID, 0, t>>>(a, b, 10);
#ifdef FIXED
    order(t, s);
#endif
    fill<<<GRID, 0, s>>>(a, 2);
    show(b);
}
