// A stream that is given a number calls nothing, whatever the memory holds that the number comes from: work goes on.
#include <cuda_runtime.h>
#include <iostream>

float start[64];

__global__ void add(float *v, float by) { v[threadIdx.x] += by; }

int main()
{
    float x[64], y[64];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, start, sizeof x, cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d_y, start, sizeof y, cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost); //~ async
    add<<<1, 64>>>(d_y, 2); //~ async
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost); //~ async
    std::cout << x[0] << " " << x[1] << std::endl;
    std::cout << y[0] << std::endl;
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
// streams: 2
// waits: 2
