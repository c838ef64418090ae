// The event is recorded before the kernel that the other stream must wait for.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(), t = stream();
    cudaEvent_t e = event();
#ifndef FIXED
    cudaEventRecord(e, s);
#endif
    fill<<<GRID, 0, s>>>(a, 1);
#ifdef FIXED
    cudaEventRecord(e, s);
#endif
    cudaStreamWaitEvent(t, e);
    add<<<GRID, 0, t>>>(a, b, 10);
    show(b);
}
