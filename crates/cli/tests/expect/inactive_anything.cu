// Text that this build leaves out may be built later; where it cannot be read, it may do anything to what is visible there.
#include <cstdio>

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemset(d_x, 0, sizeof(x)); //~ sync
    cudaMemset(d_y, 0, sizeof(y)); //~ sync
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ sync
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ sync
#ifdef VERIFY
    VERIFY_RESULTS;
#endif
    printf("%d\n", y[0]);
    return 0;
}
// streams: 0
// waits: 0
