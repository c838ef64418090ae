// Loops that ask until work is done, events that order and measure, and a wait for an event that is recorded anew.
#include <cstdio>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    int bad = 0, h[32], *d;
    cudaStream_t a, b;
    cudaEvent_t start, end;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&end, cudaEventBlockingSync);
    cudaMalloc(&d, sizeof h);
    cudaMemsetAsync(d, 0, sizeof h, a);
    for (int i = 1; i <= 10; i++) {
        cudaStream_t s = i % 2 ? a : b;
        if (i > 1) cudaStreamWaitEvent(s, start);
        add<<<1, 32, 0, s>>>(d, i);
        cudaEventRecord(start, s);
    }
    int asked = 0;
    while (cudaEventQuery(start) == cudaErrorNotReady) asked++;
    bad += cudaEventQuery(start) != cudaSuccess;
    cudaGetLastError();
    add<<<1, 32, 0, b>>>(d, 1);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, b);
    cudaEventRecord(end, b);
    while (cudaStreamQuery(b) == cudaErrorNotReady) asked++;
    float ms = -1;
    bad += cudaEventElapsedTime(&ms, start, end) != cudaSuccess || ms < 0;
    for (int v : h) bad += v != 56;
    puts(bad ? "MISMATCH" : "OK");
    return bad;
}
