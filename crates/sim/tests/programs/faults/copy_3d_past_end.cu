// message: leaves device memory of 512 bytes by 64
int main()
{
    char *d;
    static char h[9 * 64];
    cudaMalloc(&d, 8 * 64);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(h, 16, 16, 4);
    p.dstPtr = make_cudaPitchedPtr(d, 16, 16, 4);
    p.extent = make_cudaExtent(16, 4, 9);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
}
