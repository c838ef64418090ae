// A block reads shared memory that no thread of it has written.
#include "common.cuh"

__global__ void read(int *v)
{
    __shared__ int s[128];
#ifdef FIXED
    s[threadIdx.x] = 1;
#endif
    v[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}

int main()
{
    int *a = device_array();
    read<<<GRID>>>(a);
    show(a);
}
