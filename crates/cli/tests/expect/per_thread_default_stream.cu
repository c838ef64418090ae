// analysed with: --default-stream per-thread
// Under per-thread default streams nothing is changed.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ sync: the build uses per-thread default streams
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ sync: the build uses per-thread default streams
    add<<<1, 64>>>(d_x, 1); //~ sync: the build uses per-thread default streams
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync: the build uses per-thread default streams
    return x[0];
}
// streams: 0
// waits: 0
