// A template is edited once, in a way that is right for all of its instances.
template <class T> __global__ void scale(T *v, T by) { v[threadIdx.x] *= by; }

template <class T>
static void process(T *host, T *device, int n)
{
    cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice); //~ async
    scale<T><<<1, 64>>>(device, 2); //~ async
    cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost); //~ async
}

int main()
{
    static float x[64];
    static double y[64];
    float *d_x;
    double *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    process(x, d_x, 64);
    process(y, d_y, 64);
    return x[0] + y[0] > 0;
}
// streams: 1
// waits: 1
