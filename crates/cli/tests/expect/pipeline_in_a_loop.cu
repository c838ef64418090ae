// Buffers of their own per round: rounds overlap, and the results are waited for after the loop.
__global__ void scale(float *v, float by) { v[blockIdx.x * 64 + threadIdx.x] *= by; }

int main(int argc, char **)
{
    const int n = argc * 1024;
    float *x[4], *d_x[4], sum = 0;
    for (int k = 0; k < 4; k++) {
        cudaMallocHost(&x[k], n * sizeof(float));
        cudaMalloc(&d_x[k], n * sizeof(float));
        for (int i = 0; i < n; i++) x[k][i] = k + i;
    }
    for (int k = 0; k < 4; k++) {
        cudaMemcpy(d_x[k], x[k], n * sizeof(float), cudaMemcpyHostToDevice); //~ async
        scale<<<n / 64, 64>>>(d_x[k], 2); //~ async
        cudaMemcpy(x[k], d_x[k], n * sizeof(float), cudaMemcpyDeviceToHost); //~ async
    }
    for (int k = 0; k < 4; k++) sum += x[k][0];
    return sum > 0;
}
// streams: 1
// waits: 1
