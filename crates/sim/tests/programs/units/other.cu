#include "kernels.cuh"

__device__ static int one() { return 1; }

KERNEL declared_in_header(int *p) { *p += one(); }

void run_elsewhere(int *d)
{
    units::scale<<<1, 1>>>(d, 7);
    declared_in_header<<<1, 1>>>(d);
}
