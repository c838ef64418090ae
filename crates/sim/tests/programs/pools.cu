// Stream-ordered memory: pools, order of allocation and release in one stream, trimming, attributes.
#include <cstdio>

__global__ void fill(int *v, int value) { v[threadIdx.x] = value; }

int main()
{
    int bad = 0, h[64], low = 0;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t own, preset;
    bad += cudaMemPoolCreate(&own, &properties) != cudaSuccess;
    bad += cudaDeviceGetDefaultMemPool(&preset, 0) != cudaSuccess;
    unsigned long long keep = ~0ull;
    bad += cudaMemPoolSetAttribute(preset, cudaMemPoolAttrReleaseThreshold, &keep) != cudaSuccess;
    for (int round = 0; round < 20; round++) {
        int *a, *b;
        bad += cudaMallocAsync(&a, sizeof h, s) != cudaSuccess;
        bad += cudaMallocFromPoolAsync((void **)&b, sizeof h, own, s) != cudaSuccess;
        fill<<<1, 64, 0, s>>>(a, round);
        cudaMemcpyAsync(b, a, sizeof h, cudaMemcpyDeviceToDevice, s);
        bad += cudaFreeAsync(a, s) != cudaSuccess;
        cudaMemcpyAsync(h, b, sizeof h, cudaMemcpyDeviceToHost, s);
        bad += cudaFreeAsync(b, s) != cudaSuccess;
        cudaStreamSynchronize(s);
        for (int i = 0; i < 64; i++) low += h[i] != round;
    }
    bad += cudaMemPoolTrimTo(preset, 0) != cudaSuccess;
    bad += cudaMemPoolDestroy(own) != cudaSuccess;
    bad += cudaFreeAsync(h, s) != cudaErrorInvalidValue;
    int *unused;
    bad += cudaMallocAsync(&unused, 4, (cudaStream_t)&bad) != cudaErrorInvalidResourceHandle;
    puts(bad || low ? "MISMATCH" : "OK");
    return bad;
}
