// A loop that reads the data in every round waits once, before it.
int main()
{
    static int x[64], y[64];
    int *d_x, *d_y, sum = 0;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ sync
    for (int i = 0; i < 64; i++) {
        for (int k = 0; k < i; k++) sum += x[k];
        sum ^= y[i];
    }
    return sum;
}
// streams: 1
// waits: 1
