// The host overwrites the pageable source of an asynchronous upload.
#include "common.cuh"

int main()
{
    int *a = device_array();
    std::vector<int> h(N, 1);
    cudaStream_t s = stream();
    cudaMemcpyAsync(a, h.data(), BYTES, cudaMemcpyHostToDevice, s);
#ifdef FIXED
    cudaStreamSynchronize(s);
#endif
    h.assign(N, 2);
    show(a);
}
