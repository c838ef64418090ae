// Waits for calls that are checked by a macro are checked by the same macro.
#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { puts(cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    CHECK(cudaMalloc(&d_x, sizeof(x)));
    CHECK(cudaMalloc(&d_y, sizeof(y)));
    CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice)); //~ async
    CHECK(cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice)); //~ async
    x[0] = 1;
    add<<<1, 64>>>(d_x, 1); //~ async
    CHECK(cudaGetLastError());
    add<<<1, 64>>>(d_y, 1); //~ async
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost)); //~ async
    CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost)); //~ sync
    printf("%d %d\n", x[0], y[0]);
    return 0;
}
// streams: 2
// waits: 2
