// A kernel writes to mapped host memory, and the host reads it without a wait.
#include "common.cuh"

int main()
{
    int *h = pinned_array(-1);
    fill<<<GRID>>>(h, 6);
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    printf("%lld\n", sum(h));
    cudaDeviceSynchronize();
}
