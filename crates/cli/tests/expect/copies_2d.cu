// Pitched copies and memsets.
int main()
{
    static unsigned char image[16][80], back[16][80];
    int counts[8];
    unsigned char *device;
    int *d_counts;
    size_t pitch;
    cudaMallocPitch(&device, &pitch, 64, 16);
    cudaMalloc(&d_counts, sizeof(counts));
    cudaMemset2D(device, pitch, 7, 64, 16); //~ async
    cudaMemcpy2D(device, pitch, image, 80, 64, 8, cudaMemcpyHostToDevice); //~ async
    cudaMemset(d_counts, 0, sizeof(counts)); //~ async
    cudaMemcpy2D(back, 80, device, pitch, 64, 16, cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost); //~ async
    return back[3][3] + counts[3];
}
// streams: 2
// waits: 1
