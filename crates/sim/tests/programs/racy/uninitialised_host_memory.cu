// An upload brings heap memory that was never written.
#include "common.cuh"

int main()
{
    int *a = device_array(), *h = (int *)malloc(BYTES);
#ifdef FIXED
    memset(h, 0, BYTES);
#endif
    cudaMemcpy(a, h, BYTES, cudaMemcpyHostToDevice);
    show(a);
}
