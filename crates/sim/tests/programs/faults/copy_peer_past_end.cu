// message: a copy to of 128 bytes leaves device memory of 64 bytes by 64
int main()
{
    char *small, *large;
    cudaMalloc(&small, 64);
    cudaMalloc(&large, 128);
    cudaMemcpyPeer(small, 0, large, 0, 128);
}
