// message: kernel write in stream 0 accesses
// message: 0 bytes past the end of device memory (4096 bytes)
__global__ void write(int *p, int i) { p[i] = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    write<<<1, 1>>>(d, 1024);
    cudaDeviceSynchronize();
}
