// What a loop allocates and frees in each pass is kept for the next one; what is allocated once is not.
__global__ void add(int *sum, const int *part) { sum[threadIdx.x] += part[threadIdx.x]; }

static void add_to(int *sum, const int *part)
{
    int *d;
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMemcpy(d, part, 64 * sizeof(int), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(sum, d); //~ async
    cudaFree(d);
}

int main()
{
    int parts[4][64] = {{1}}, result[64], *sum;
    cudaMalloc(&sum, sizeof(result));
    cudaMemset(sum, 0, sizeof(result)); //~ async
    for (int i = 0; i < 4; i++) add_to(sum, parts[i]);
    cudaMemcpy(result, sum, sizeof(result), cudaMemcpyDeviceToHost); //~ sync
    cudaFree(sum);
    return result[0];
}
// streams: 2
// waits: 2
