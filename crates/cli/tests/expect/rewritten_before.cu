// Added by StreamAlloc 0.1.0: a file that says so was rewritten before and stays as it is.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ sync
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ sync
    add<<<1, 64>>>(d_x, 1); //~ sync
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync
    return x[0];
}
// streams: 0
// waits: 0
