// Work that the program already runs in streams of its own keeps its calls.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaStream_t mine;
    cudaStreamCreate(&mine);
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpyAsync(d_x, x, sizeof(x), cudaMemcpyHostToDevice, mine); //~ sync: the program uses streams of its own around it
    add<<<1, 64, 0, mine>>>(d_x, 1); //~ sync: the program uses streams of its own around it
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ sync: the program uses streams of its own around it
    add<<<1, 64>>>(d_y, 1); //~ sync: the program uses streams of its own around it
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ sync: the program uses streams of its own around it
    cudaStreamSynchronize(mine);
    return y[0];
}
// streams: 0
// waits: 0
