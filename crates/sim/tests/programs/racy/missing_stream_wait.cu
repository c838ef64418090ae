// The second stream reads what the first one writes.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(), t = stream();
    for (int k = 1; k <= 3; k++) {
        fill<<<GRID, 0, s>>>(a, k);
#ifdef FIXED
        order(s, t);
#endif
        add<<<GRID, 0, t>>>(a, b, 10 * k);
        show(b);
    }
}
