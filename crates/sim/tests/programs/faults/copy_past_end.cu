// message: a copy to of 20 bytes leaves device memory of 16 bytes by 4
int main()
{
    int *d, h[5] = {};
    cudaMalloc(&d, 4 * sizeof(int));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
}
