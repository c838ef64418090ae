// Memory of a scope is not given up while a copy uses it: the wait stands before the closing brace.
#include <vector>
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static void upload(int *device, int start)
{
    int values[64];
    for (int &v : values) v = start++;
    cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(device, start); //~ async
}

int main()
{
    int *d_x, *d_y;
    cudaMalloc(&d_x, 256);
    cudaMalloc(&d_y, 256);
    upload(d_x, 1);
    {
        std::vector<int> values(64);
        cudaMemcpy(d_y, values.data(), 256, cudaMemcpyHostToDevice); //~ async
        add<<<1, 64>>>(d_y, 2); //~ async
    }
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
// streams: 2
// waits: 3
