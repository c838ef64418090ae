#include <cuda_runtime.h>
extern int *shared_result;
__global__ void slow(int *out, int k) { int s = 0; for (int i = 0; i < 200; i++) s += k; out[threadIdx.x] = s; }
void start(int r) { slow<<<1, 64>>>(shared_result, r); }
