// Every way out of a function waits before its `return`, for what is in flight there.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static int fetch(const int *device, int *other, int early)
{
    int values[64];
    cudaMemcpy(values, device, sizeof(values), cudaMemcpyDeviceToHost); //~ async
    add<<<1, 64>>>(other, 1); //~ async
    if (early == 1) return -1;
    if (early == 2) {
        other++;
        return -2;
    }
    return values[0];
}

int main(int argc, char **)
{
    int *d_x, *d_y;
    cudaMalloc(&d_x, 256);
    cudaMalloc(&d_y, 256);
    add<<<1, 64>>>(d_x, 3); //~ async
    return fetch(d_x, d_y, argc);
}
// streams: 3
// waits: 3
