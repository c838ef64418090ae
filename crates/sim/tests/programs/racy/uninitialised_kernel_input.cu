// A kernel reads memory that was never written; its contents differ from seed to seed.
#include "common.cuh"

int main()
{
    int *a, *b = device_array();
    cudaMalloc(&a, BYTES);
#ifdef FIXED
    cudaMemset(a, 0, BYTES);
#endif
    add<<<GRID>>>(a, b, 1);
    show(b);
}
