// A kernel follows a pointer in device memory to a buffer that was freed and may have been handed out again.
#include "common.cuh"

__global__ void follow(int **p, int *out) { out[threadIdx.x] = p[0][threadIdx.x]; }

int main()
{
    int *a = device_array(), *b = device_array(), **p;
    cudaMalloc(&p, sizeof(int *));
    cudaMemcpy(p, &a, sizeof a, cudaMemcpyHostToDevice);
#ifndef FIXED
    cudaFree(a);
    int *c;
    cudaMalloc(&c, BYTES);
#endif
    follow<<<1, 128>>>(p, b);
    show(b);
}
