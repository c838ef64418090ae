// An operation that another stream or the host waits for alone is followed by a record of its event.
__global__ void add(int *v, const int *w) { v[threadIdx.x] += w[threadIdx.x]; }

int main()
{
    static int x[64], y[64], z[64];
    int *d_x, *d_y, *d_z;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&d_z, sizeof(z));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); // shared by both //~ async
    cudaMemset(d_y, 0, sizeof(y)); //~ async
    cudaMemset(d_z, 0, sizeof(z)); //~ async
    add<<<1, 64>>>(d_y, d_x); /* first */ //~ async
    add<<<1, 64>>>(d_z, d_x); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(z, d_z, sizeof(z), cudaMemcpyDeviceToHost); //~ async
    return y[0] + z[0];
}
// streams: 2
// waits: 1
