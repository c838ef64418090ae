// Two host buffers in turn: before a buffer is filled again, its last upload must be done.
#include "common.cuh"

int main()
{
    int *a[2] = {device_array(), device_array()}, *total = device_array();
    int *h[2] = {pinned_array(0), pinned_array(0)};
    cudaStream_t s[2] = {stream(), stream()};
    cudaEvent_t uploaded[2] = {event(), event()};
    cudaStream_t last = s[1];
    for (int round = 0; round < 6; round++) {
        int k = round % 2;
#ifdef FIXED
        cudaEventSynchronize(uploaded[k]);
#endif
        for (int i = 0; i < N; i++) h[k][i] = 1 << round;
        cudaMemcpyAsync(a[k], h[k], BYTES, cudaMemcpyHostToDevice, s[k]);
        cudaEventRecord(uploaded[k], s[k]);
        order(last, s[k]);
        accumulate<<<GRID, 0, s[k]>>>(a[k], total);
        last = s[k];
    }
    show(total);
}
