#include <cuda_runtime.h>
extern int *shared_result;
__global__ void slow(int *out, int k) { int s = 0; for (int i = 0; i < 200; i++) s += k; out[threadIdx.x] = s; }
static cudaStream_t t;
void start(int *d, int r) { if (!t) cudaStreamCreate(&t); slow<<<1, 64, 0, t>>>(d, r); }
