// Why operations stay as they are.
#include <cstdio>
#include <cuda_runtime.h>

#define UPLOAD(d, h, n) cudaMemcpy(d, h, n, cudaMemcpyHostToDevice)

__global__ void shout(int *d) { printf("%d\n", d[0]); }
__global__ void add(int *d) { d[threadIdx.x]++; }

static int count(int *d) {
    int n = 0;
    return cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess ? n : 0;  //~ SA2008 count count  //@count
}

int main() {
    int h[8] = {0}, g[8];
    int *d;
    cudaMalloc(&d, 32);
    UPLOAD(d, h, 32);  //~ SA2001 upload  //@upload
    shout<<<1, 1>>>(d);  //~ SA2000 shout  //@shout
    cudaMemcpy(g, d, 32, cudaMemcpyDeviceToHost);  //~ SA2010 flush shout  //@flush
    cudaMemcpy(h, g, 32, cudaMemcpyHostToHost);  //~ SA2005 host  //@host
    add<<<1, 8>>>(d);  //~ SA2000 add  //@add
    cudaMemcpy(g, d, 32, cudaMemcpyDeviceToHost);  //~ SA2017 off  // streamalloc: off  //@off
    printf("%d %d\n", g[0], count(d));
    cudaFree(d);
    return 0;
}
