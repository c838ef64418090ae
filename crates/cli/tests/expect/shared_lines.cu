// Several statements on a line, labels and cases keep their order and their place.
#include <cstdlib>
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main(int argc, char **)
{
    static int x[64], y[64];
    int *d_x, *d_y, tries = 0;
    cudaMalloc(&d_x, sizeof(x)); cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); x[0] = 1; y[0] = 2; //~ async //~ async
again: add<<<1, 64>>>(d_x, 1); //~ async
    switch (argc) {
    case 1: add<<<1, 64>>>(d_y, 1); break; //~ async
    default: tries++;
    }
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); if (x[0] < 9 && tries++ < 3) goto again; //~ sync
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); { int z = y[0]; exit(z); } //~ sync
}
// streams: 3
// waits: 4
