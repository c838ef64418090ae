// message: leaves device memory of 1024 bytes by 32
int main()
{
    char *d;
    cudaMalloc(&d, 1024);
    cudaMemset2DAsync(d, 128, 0, 32, 9, 0);
}
