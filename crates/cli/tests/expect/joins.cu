// Work of other files in streams that we do not know follows the default stream, which is made to follow ours.
void elsewhere(int *device);
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    add<<<1, 64>>>(d_y, 1); //~ async
    elsewhere(d_x);
    add<<<1, 64>>>(d_x, 2); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync
    return x[0];
}
// streams: 3
// waits: 2
