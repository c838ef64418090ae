// The source of an asynchronous upload is freed at once and its memory used for something else.
#include "common.cuh"

int main()
{
    int *a = device_array();
    cudaStream_t s = stream();
    {
        std::vector<int> h(N, 1);
        cudaMemcpyAsync(a, h.data(), BYTES, cudaMemcpyHostToDevice, s);
#ifdef FIXED
        cudaStreamSynchronize(s);
#endif
    }
    std::vector<int> other(N, 2);
    printf("%d ", other[N / 2]);
    show(a);
}
