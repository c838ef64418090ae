// message: a memset of 17 bytes leaves device memory of 16 bytes by 1
int main()
{
    char *d;
    cudaMalloc(&d, 16);
    cudaMemset(d, 0, 17);
}
