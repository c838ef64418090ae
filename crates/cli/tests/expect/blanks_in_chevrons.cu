// nvcc accepts blanks within the chevrons of a launch, which formatters write that do not know CUDA.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    int a[64] = {0}, b[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof a);
    cudaMalloc(&e, sizeof b);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice); //~ async
    add << <1, 64>> > (d, 1); //~ async
    cudaMemcpy(e, b, sizeof b, cudaMemcpyHostToDevice); //~ async
    add <<  < 1, 64, 0 >>> (e, 2); //~ async
    add<<<1, 64>> >(e, 3); //~ async
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(b, e, sizeof b, cudaMemcpyDeviceToHost); //~ async
    return a[0] + b[0];
}
// streams: 2
// waits: 1
