// A wait inside a loop's condition or increment becomes the left side of a comma.
__global__ void step(int *v, int *changed) { changed[0] = v[threadIdx.x]++ < 9; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y, *d_changed, changed = 1, rounds = 0;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&d_changed, sizeof(changed));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    do {
        step<<<1, 64>>>(d_x, d_changed); //~ async
        cudaMemcpy(&changed, d_changed, sizeof(changed), cudaMemcpyDeviceToHost); //~ async
        rounds++;
    } while (changed);
    for (int i = 0; i < 8; i += y[i] + 1) {
        step<<<1, 64>>>(d_y, d_changed); //~ async
        cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ sync
    }
    return rounds;
}
// streams: 3
// waits: 2
