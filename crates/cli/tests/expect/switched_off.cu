// A comment leaves one operation as it is.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64], z[64];
    int *d_x, *d_y, *d_z;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&d_z, sizeof(z));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); // streamalloc: off //~ sync: switched off by a comment
    // streamalloc: off
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ sync: switched off by a comment
    cudaMemcpy(d_z, z, sizeof(z), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    add<<<1, 64>>>(d_z, 1); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(z, d_z, sizeof(z), cudaMemcpyDeviceToHost); //~ async
    return x[0] + z[0];
}
// streams: 2
// waits: 1
