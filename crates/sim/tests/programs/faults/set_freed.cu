// message: a memset of 16 bytes uses
int main()
{
    char *d;
    cudaMalloc(&d, 16);
    cudaFree(d);
    cudaMemset(d, 0, 16);
}
