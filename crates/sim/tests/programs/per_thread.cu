// flags: -DCUDA_API_PER_THREAD_DEFAULT_STREAM
// With the per-thread default stream, stream 0 is an ordinary blocking stream of each host thread.
#include <cstdio>
#include <thread>

__global__ void set(int *p, int v) { *p = v; }

int main()
{
    int *h, bad = 0;
    cudaMallocHost(&h, 64);
    set<<<1, 1>>>(h, 1);
    cudaStreamSynchronize(0);
    bad += h[0] != 1;
    set<<<1, 1>>>(h, 2);
    set<<<1, 1, 0, cudaStreamLegacy>>>(h, 3); // the legacy stream waits for it
    cudaStreamSynchronize(cudaStreamLegacy);
    bad += h[0] != 3;
    set<<<1, 1>>>(h, 4);
    std::thread([&] {
        set<<<1, 1>>>(h + 1, 5);
        cudaStreamSynchronize(cudaStreamPerThread);
        bad += h[1] != 5;
    }).join();
    cudaDeviceSynchronize();
    bad += h[0] != 4;
    puts(bad ? "MISMATCH" : "OK");
    return bad;
}
