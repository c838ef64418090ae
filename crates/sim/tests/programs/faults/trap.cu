// message: __trap() in kernel stop, block (1, 0, 0), thread (2, 0, 0)
__global__ void stop()
{
    if (blockIdx.x == 1 && threadIdx.x == 2) __trap();
}

int main()
{
    stop<<<2, 4>>>();
    cudaDeviceSynchronize();
}
