// A single chain: the host goes on while it runs, and waits at its end.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64];
    int *d_x;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync
    return x[0];
}
// streams: 1
// waits: 1
