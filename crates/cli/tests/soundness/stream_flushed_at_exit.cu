// What a program puts behind a stream of the library runs when the process ends, and looks at memory then.
#include <cstdio>
#include <cuda_runtime.h>
#include <iostream>
#include <streambuf>
__global__ void k(float *a) { a[threadIdx.x] = 7; }
static float h[4];
struct Last : std::streambuf {
    int overflow(int c) override { return c; }
    int sync() override { std::printf("%g\n", h[1]); return 0; }
};
int main(int argc, char **) {
  float *d;
  cudaMalloc(&d, 16);
  static Last *last = new Last;
  std::cout.rdbuf(last);
  k<<<1, 4>>>(d);
  cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
  cudaMemset(d, 0, 16);
  return 0;
}
