// The wait is called before the event is recorded, so it waits for nothing.
#include "common.cuh"

int main()
{
    int *a = device_array(), *b = device_array();
    cudaStream_t s = stream(), t = stream();
    cudaEvent_t e = event();
    fill<<<GRID, 0, s>>>(a, 1);
#ifdef FIXED
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e);
#else
    cudaStreamWaitEvent(t, e);
    cudaEventRecord(e, s);
#endif
    add<<<GRID, 0, t>>>(a, b, 10);
    show(b);
}
