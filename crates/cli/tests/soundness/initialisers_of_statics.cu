// What initialisers of static variables issue is complete when `main` begins.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(float *d) { d[threadIdx.x] *= 2; }

static float host[16];
static float *device;

static int prepare() {
    cudaMalloc(&device, 64);
    for (int i = 0; i < 16; i++) host[i] = 100 + i;
    cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice);
    twice<<<1, 16>>>(device);
    cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
    return 1;
}

static int prepared = prepare();


int main() {
    std::printf("%g %g\n", host[1], 1.0f);
    cudaMemset(device, 0, 64);
    host[2] = 0;
    twice<<<1, 16>>>(device);
    cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[2]);
    cudaFree(device);
    return 0;
}
