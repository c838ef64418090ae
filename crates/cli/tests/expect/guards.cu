// Where an exception may leave the scope of memory in use, a guard waits on that way, too.
#include <stdexcept>
#include <vector>
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static void validate(int n)
{
    if (n < 0) throw std::invalid_argument("negative");
}

static void upload(int *device, int n)
{
    std::vector<int> values(64);
    cudaMemcpy(device, values.data(), 256, cudaMemcpyHostToDevice); //~ async
    add<<<1, 64>>>(device, 1); //~ async
    validate(n);
    values[0] = 2;
    add<<<1, 64>>>(device, n); //~ async
}

int main(int argc, char **)
{
    int *d;
    cudaMalloc(&d, 256);
    try {
        upload(d, argc - 2);
    } catch (const std::exception &) {
        return 1;
    }
    cudaFree(d);
    return 0;
}
// streams: 1
// waits: 1
