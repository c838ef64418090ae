// Several host threads, each with its own stream, and one that waits for another's event.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void step(unsigned *v, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = v[i] * 3 + by;
}

static void work(int id, int *bad)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    unsigned *d, *h;
    cudaMalloc(&d, 256 * sizeof(int));
    cudaMallocHost(&h, 256 * sizeof(int));
    for (int i = 0; i < 256; i++) h[i] = id;
    cudaMemcpyAsync(d, h, 256 * sizeof(int), cudaMemcpyHostToDevice, s);
    for (int k = 0; k < 20; k++) step<<<2, 128, 0, s>>>(d, k);
    cudaMemcpyAsync(h, d, 256 * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    unsigned want = id;
    for (int k = 0; k < 20; k++) want = want * 3 + k;
    for (int i = 0; i < 256; i++) *bad += h[i] != want;
    *bad += cudaMemcpy(h, nullptr, 4, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue;
    *bad += cudaGetLastError() != cudaErrorInvalidValue; // each thread has its own
    cudaFree(d);
    cudaFreeHost(h);
}

int main()
{
    int bad[4] = {};
    std::vector<std::thread> threads;
    for (int id = 0; id < 4; id++) threads.emplace_back(work, id, &bad[id]);
    for (auto &t : threads) t.join();
    int sum = bad[0] + bad[1] + bad[2] + bad[3] + (cudaGetLastError() != cudaSuccess);

    unsigned *d, h = 0;
    cudaEvent_t done;
    cudaStream_t s, t;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    cudaEventCreate(&done);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    step<<<1, 1, 0, s>>>(d, 8);
    cudaEventRecord(done, s);
    std::thread([&] {
        cudaStreamWaitEvent(t, done);
        step<<<1, 1, 0, t>>>(d, 1);
        cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost, t);
        cudaStreamSynchronize(t);
    }).join();
    sum += h != 25;
    puts(sum ? "MISMATCH" : "OK");
    return sum != 0;
}
