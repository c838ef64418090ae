// The stream is the fourth of a launch's arguments: `, 0` fills in for the third where that is missing.
extern __shared__ float scratch[];
template <int N> __global__ void plain(float *v) { v[threadIdx.x] *= N; }
__global__ void shared(float *v) { scratch[threadIdx.x] = v[threadIdx.x]; v[threadIdx.x] = scratch[0]; }

int main()
{
    static float x[64], y[64];
    float *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemset(d_x, 0, sizeof(x)); //~ async
    cudaMemset(d_y, 0, sizeof(y)); //~ async
    plain<2><<<1, 64>>>(d_x); //~ async
    plain<3><<<dim3(1, 1), dim3(64)>>>(d_y); //~ async
    shared<<<1, 64, 64 * sizeof(float)>>>(d_x); //~ async
    shared<<< 1, 64, sizeof(y) >>>(d_y); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return x[0] + y[0] > 0;
}
// streams: 2
// waits: 1
