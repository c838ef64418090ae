// message: assertion `*v == 1' failed in kernel check, block (0, 0, 0), thread (2, 0, 0)
#include <cassert>

__global__ void check(const int *v)
{
    if (threadIdx.x == 2) assert(*v == 1);
}

int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    check<<<1, 4>>>(d);
    cudaDeviceSynchronize();
}
