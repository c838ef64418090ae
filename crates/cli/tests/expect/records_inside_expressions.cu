// Calls whose result is used keep it: their event is recorded inside the expression.
__global__ void add(int *v, const int *w) { v[threadIdx.x] += w[threadIdx.x]; }

int main(int argc, char **)
{
    static int x[64], y[64], z[64];
    int *d_x, *d_y, *d_z, failed = 0;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&d_z, sizeof(z));
    if (cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice) != cudaSuccess) return 1; //~ async
    cudaError_t set = cudaMemset(d_y, 0, sizeof(y)); //~ async
    failed |= cudaMemset(d_z, 0, sizeof(z)) != cudaSuccess; //~ async
    add<<<1, 64>>>(d_y, d_x), failed += argc; //~ async
    argc > 1 ? add<<<1, 64>>>(d_z, d_x) : add<<<1, 64>>>(d_z, d_y); //~ async //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    failed += cudaMemcpy(z, d_z, sizeof(z), cudaMemcpyDeviceToHost); //~ async
    return failed + set + y[0] + z[0];
}
// streams: 2
// waits: 1
