// Independent chains get a stream each; the wait stands before the first use of the results.
__global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }

int main()
{
    static float x[64], y[64];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    scale<<<1, 64>>>(d_x, 2); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ async
    scale<<<1, 64>>>(d_y, 3); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return x[0] + y[0] > 0;
}
// streams: 2
// waits: 1
