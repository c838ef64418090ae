// A macro's body is shared by its expansions and never edited; an argument is edited where it was written.
#define UPLOAD(name) cudaMemcpy(d_##name, name, sizeof(name), cudaMemcpyHostToDevice)
#define DO(statement) statement
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    UPLOAD(x); //~ sync: macro's body
    UPLOAD(y); //~ sync: macro's body
    DO(cudaMemset(d_y, 0, 16)); //~ async
    add<<<1, 64>>>(d_x, 1); //~ async
    add<<<1, 64>>>(d_y, 1); //~ async
    DO(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost)); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ async
    return x[0] + y[0];
}
// streams: 2
// waits: 1
