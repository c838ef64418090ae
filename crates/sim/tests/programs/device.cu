// Questions about the device and about kernels, a reset, peers, and clocks on the device.
#include <cstdio>
#include <cstring>

__device__ int counter = 5;

__global__ void __launch_bounds__(256) count(long long *ticks)
{
    long long begin = clock64();
    atomicAdd(&counter, 1);
    __nanosleep(100);
    ticks[threadIdx.x] = clock64() - begin;
}

int main()
{
    int bad = 0, value, blocks, threads;
    size_t free_bytes, total, left;
    cudaDeviceProp prop;
    bad += cudaGetDeviceProperties(&prop, 0) != cudaSuccess || prop.warpSize != 32;
    bad += cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0) != cudaSuccess || value != prop.maxThreadsPerBlock;
    bad += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, 256, 0) != cudaSuccess || blocks < 1;
    bad += cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, count) != cudaSuccess || threads < 32;
    cudaFuncAttributes attributes;
    bad += cudaFuncGetAttributes(&attributes, count) != cudaSuccess || attributes.maxThreadsPerBlock < 256;

    bad += cudaMemGetInfo(&free_bytes, &total) != cudaSuccess || free_bytes > total;
    long long *ticks, h[32];
    cudaMalloc(&ticks, sizeof h);
    bad += cudaMemGetInfo(&left, &total) != cudaSuccess || left >= free_bytes;
    count<<<1, 32>>>(ticks);
    cudaMemcpy(h, ticks, sizeof h, cudaMemcpyDeviceToHost);
    for (long long t : h) bad += t < 0;
    cudaMemcpyFromSymbol(&value, counter, sizeof value);
    bad += value != 37;

    int can = 1;
    bad += cudaDeviceCanAccessPeer(&can, 0, 0) != cudaSuccess || can != 0;
    bad += cudaDeviceEnablePeerAccess(1, 0) != cudaErrorInvalidDevice;
    cudaGetLastError();
    bad += cudaMemcpyPeer(ticks, 0, ticks + 16, 0, 64) != cudaSuccess;
    bad += cudaMemcpyPeerAsync(ticks, 0, ticks + 16, 1, 64) != cudaErrorInvalidDevice;
    bad += cudaGetLastError() != cudaErrorInvalidDevice;

    int least, greatest;
    bad += cudaDeviceGetStreamPriorityRange(&least, &greatest) != cudaSuccess || least < greatest;
    cudaStream_t s;
    cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, greatest);
    count<<<1, 32, 0, s>>>(ticks);
    bad += cudaDeviceReset() != cudaSuccess; // waits, and takes streams and memory away
    bad += cudaStreamSynchronize(s) != cudaErrorInvalidResourceHandle;
    bad += cudaFree(ticks) != cudaErrorInvalidValue;
    cudaGetLastError();
    bad += cudaMalloc(&ticks, sizeof h) != cudaSuccess;
    count<<<1, 32>>>(ticks);
    bad += cudaDeviceSynchronize() != cudaSuccess;
    puts(bad ? "MISMATCH" : "OK");
    return bad;
}
