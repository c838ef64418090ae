#include <cuda_runtime.h>
#include <cstdio>
extern int *shared_result;
__global__ void slow(int *out, int k) { int s = 0; for (int i = 0; i < 200; i++) s += k; out[threadIdx.x] = s; }
int work(int r);
int main() {
  int h[64], o[64]; for (int i = 0; i < 64; i++) h[i] = i;
  int *d; cudaMalloc(&d, 256);
  cudaMallocHost(&shared_result, 256);
  for (int r = 1; r < 4; r++) {
    slow<<<1, 64>>>(shared_result, r);
    int s = work(r);
    printf("%d\n", s);
  }
}
