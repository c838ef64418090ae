// A call that may throw leaves nothing in flight that was not joined: the join stands before it, whether it throws or not.
#include <cuda_runtime.h>

void elsewhere(int number);

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

void prepare(int number)
{
    int *one, *two;
    cudaMalloc(&one, 256);
    cudaMalloc(&two, 256);
    cudaMemset(one, 0, 256); //~ async
    cudaMemset(two, 1, 256); //~ async
    add<<<1, 64>>>(one, 3); //~ async
    elsewhere(number);
    add<<<1, 64>>>(two, 4); //~ async
    add<<<1, 64>>>(one, 5); //~ async
    cudaFree(one);
    cudaFree(two);
}
// streams: 3
// waits: 0
