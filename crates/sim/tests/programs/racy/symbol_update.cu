// A constant is replaced while a kernel in another stream may still read it.
#include "common.cuh"

__constant__ int factor;

__global__ void scale(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] = 100 * factor; }

int main()
{
    int *a = device_array(), *value = pinned_array(1);
    cudaStream_t s = stream(), t = stream();
    cudaMemcpyToSymbolAsync(factor, value, sizeof(int), 0, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    scale<<<GRID, 0, t>>>(a);
#ifdef FIXED
    order(t, s);
#endif
    value[0] = 2;
    cudaMemcpyToSymbolAsync(factor, value, sizeof(int), 0, cudaMemcpyHostToDevice, s);
    show(a);
}
