// Where a statement is the whole body of an `if`, `else` or loop, braces go around it and what it gets.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main(int argc, char **)
{
    static int x[64], y[64];
    int *d_x, *d_y, sum = 0;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ async
    if (argc > 1)
        add<<<1, 64>>>(d_x, 1); //~ async
    else
        add<<<1, 64>>>(d_y, 2); //~ async
    cudaMemcpy(y, d_x, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    if (argc > 2)
        sum += y[0];
    else if (argc > 3)
        x[0] = 1;
    return sum;
}
// streams: 2
// waits: 2
