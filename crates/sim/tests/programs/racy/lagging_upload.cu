// A synchronous pageable upload may return before its bytes have arrived.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    std::vector<int> h(N, 4);
    cudaStream_t s = stream(cudaStreamNonBlocking);
    cudaMemcpy(a, h.data(), BYTES, cudaMemcpyHostToDevice);
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    add<<<GRID, 0, s>>>(a, b, 1);
    show(b);
}
