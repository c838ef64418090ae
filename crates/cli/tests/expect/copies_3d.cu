// Copies and memsets of volumes; the parameter struct is read at the call.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int volume[4][8][8], result[64];
    const cudaExtent all = {8 * sizeof(int), 8, 4};
    cudaPitchedPtr device;
    int *d_result;
    cudaMalloc3D(&device, all);
    cudaMalloc(&d_result, sizeof(result));
    cudaMemset3D(device, 0, all); //~ async
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(volume, 8 * sizeof(int), 8, 8);
    p.dstPtr = device;
    p.extent = all;
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p); //~ async
    p.extent.depth = 1;
    add<<<1, 64>>>(d_result, 1); //~ async
    volume[0][0][0] = 1;
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost); //~ sync
    return result[0];
}
// streams: 2
// waits: 2
