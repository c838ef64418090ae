// message: leaves device memory of 1024 bytes by 8
int main()
{
    char *d;
    static char h[8 * 64];
    cudaMalloc(&d, 1024);
    // The last of eight rows begins at byte 8 * 128 - 128 + 72.
    cudaMemcpy2D(d + 72, 128, h, 64, 64, 8, cudaMemcpyHostToDevice);
}
