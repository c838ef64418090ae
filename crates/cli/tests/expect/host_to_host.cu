// A copy between two host buffers is the host's own work.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64], z[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(z, y, sizeof(z), cudaMemcpyHostToHost); //~ sync: it copies host memory to host memory
    cudaMemcpy(d_y, z, sizeof(z), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    add<<<1, 64>>>(d_y, 1); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return x[0] + y[0];
}
// streams: 2
// waits: 1
