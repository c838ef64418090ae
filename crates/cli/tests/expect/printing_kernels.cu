// Kernels that print keep their order, and the copy that made their lines appear stays.
#include <cstdio>
__global__ void show(const int *v) { printf("%d\n", v[threadIdx.x]); }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ async
    show<<<1, 1>>>(d_x); //~ async
    show<<<1, 1>>>(d_y); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync: it flushes the output of a kernel that prints
    printf("host: %d\n", x[0]);
    return 0;
}
// streams: 2
// waits: 0
