// cudaDeviceReset destroys our streams and events with the context: they are forgotten before it.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static int go(int start)
{
    int x[64] = {start}, y[64] = {start}, *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    add<<<1, 64>>>(d_y, 1); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return x[0] + y[0];
}

int main()
{
    int first = go(1);
    cudaDeviceReset();
    return first + go(2);
}
// streams: 2
// waits: 1
