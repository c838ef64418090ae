// message: which is no valid memory
__global__ void write(int *p) { *p = 1; }

int main()
{
    write<<<1, 1>>>(nullptr);
    cudaDeviceSynchronize();
}
