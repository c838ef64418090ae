// An event that is recorded in a second stream forgets the first one.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array(), *c = device_array();
    cudaStream_t s = stream(), t = stream(), u = stream();
    cudaEvent_t e = event(), f = event();
    fill<<<GRID, 0, s>>>(a, 1);
    cudaEventRecord(e, s);
    fill<<<GRID, 0, t>>>(b, 2);
#ifdef FIXED
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(u, f);
#else
    cudaEventRecord(e, t);
#endif
    cudaStreamWaitEvent(u, e);
    add<<<GRID, 0, u>>>(a, c, 10);
    add<<<GRID, 0, u>>>(b, b, 20);
    show(c);
    show(b);
}
