// Default arguments that are left out in the call are written out where the stream follows them.
__device__ int counts[8];
__constant__ int table[8];
__global__ void count(const int *v) { atomicAdd(&counts[v[threadIdx.x] & 7], table[threadIdx.x & 7]); }
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    int zeros[8] = {}, ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, result[8], last;
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(d_y, 1); //~ async
    cudaMemcpyToSymbol(counts, zeros, sizeof(zeros)); //~ async
    cudaMemcpyToSymbol(table, ones, 7 * sizeof(int), sizeof(int)); //~ async
    cudaMemcpyToSymbol(table, ones, sizeof(int), 0, cudaMemcpyHostToDevice); //~ async
    count<<<1, 64>>>(d_x); //~ async
    cudaMemcpyFromSymbol(result, counts, sizeof(result)); //~ async
    cudaMemcpyFromSymbol(&last, counts, sizeof(int), 7 * sizeof(int), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return result[0] + last + y[0];
}
// streams: 2
// waits: 1
