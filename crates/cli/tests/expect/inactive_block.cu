// Text that this build leaves out may be built later: what it looks at is complete before it.
#include <cstdio>

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemset(d_x, 0, sizeof(x)); //~ async
    cudaMemset(d_y, 0, sizeof(y)); //~ async
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost); //~ async
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost); //~ sync
#ifdef VERIFY
    for (int v : x)
        if (v) return 1;
#endif
#if 0
    this text is never built
#endif
    printf("%d\n", y[0]);
    return 0;
}
// streams: 2
// waits: 1
