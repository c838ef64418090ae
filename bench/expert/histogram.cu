// By hand: two chunks on the device, each with a stream, and counts for every chunk, which come back in one copy.
#include "pinned.h"
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define BINS 256
#define GROUP 4 // chunks that are page-locked together
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

__global__ void histo_kernel(const uint32_t *words, int n, unsigned int *histo)
{
    __shared__ unsigned int temp[BINS];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int stride = blockDim.x * gridDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) {
        uint32_t word = words[i];
        for (int k = 0; k < 32; k += 8) atomicAdd(&temp[word >> k & 255], 1);
    }
    __syncthreads();
    atomicAdd(&histo[threadIdx.x], temp[threadIdx.x]);
}

// Chunk by chunk the bytes lean to one side or the other.
static void produce(uint32_t *words, int n, int chunk)
{
    uint32_t state = chunk * 2654435761u + 17, mask = chunk % 3 ? 0xffffffffu : 0x7f3f7f3fu;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        words[i] = (state ^ state >> 15) & mask;
    }
}

int main(int argc, char **argv)
{
    int chunks = 24, words = 1 << 20, blocks = 264;
    if (argc > 1 && strcmp(argv[1], "small") == 0) { chunks = 5; words = 1000; blocks = 2; }
    if (argc > 1 && strcmp(argv[1], "large") == 0) { chunks = 64; words = 4 << 20; }
    HANDLE_ERROR(cudaSetDevice(0));

    auto start = std::chrono::steady_clock::now();
    const size_t bytes = words * sizeof(uint32_t), counts = (size_t)chunks * BINS;
    unsigned long long total[BINS] = {0}, check[BINS] = {0}, all = 0, weighted = 0;
    int wrong = 0;
    {
        std::vector<unsigned int> histo(counts);
        PinnedBlocks memory(std::vector<size_t>((chunks + GROUP - 1) / GROUP, GROUP * bytes));
        uint32_t *dev_buffer;
        unsigned int *dev_histo;
        cudaStream_t streams[2];
        cudaEvent_t ready;
        HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, 2 * bytes));
        HANDLE_ERROR(cudaMalloc((void **)&dev_histo, counts * sizeof(int)));
        for (cudaStream_t &stream : streams) HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        HANDLE_ERROR(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
        HANDLE_ERROR(cudaMemsetAsync(dev_histo, 0, counts * sizeof(int), streams[0]));
        HANDLE_ERROR(cudaEventRecord(ready, streams[0]));
        HANDLE_ERROR(cudaStreamWaitEvent(streams[1], ready, 0));

        for (int c = 0; c < chunks; c++) {
            cudaStream_t stream = streams[c % 2];
            uint32_t *dev_chunk = dev_buffer + (size_t)(c % 2) * words;
            const size_t inside = (size_t)(c % GROUP) * words;
            produce(memory.host<uint32_t>(c / GROUP) + inside, words, c);
            const uint32_t *chunk = memory.pinned<uint32_t>(c / GROUP) + inside;
            HANDLE_ERROR(cudaMemcpyAsync(dev_chunk, chunk, bytes, cudaMemcpyHostToDevice, stream));
            histo_kernel<<<blocks, BINS, 0, stream>>>(dev_chunk, words, dev_histo + (size_t)c * BINS);
        }

        for (cudaStream_t stream : streams) HANDLE_ERROR(cudaStreamSynchronize(stream));
        memory.release();
        const uint32_t *first = memory.host<uint32_t>(0);
        for (int i = 0; i < words; i++)
            for (int k = 0; k < 32; k += 8) check[first[i] >> k & 255]--;
        HANDLE_ERROR(cudaMemcpy(histo.data(), dev_histo, counts * sizeof(int), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < counts; i++) total[i % BINS] += histo[i];
        for (int b = 0; b < BINS; b++) {
            all += total[b];
            weighted += total[b] * (b + 1);
            wrong += check[b] + histo[b] != 0;
        }
        if (all != (unsigned long long)bytes * chunks) wrong++;
        for (cudaStream_t stream : streams) HANDLE_ERROR(cudaStreamDestroy(stream));
        HANDLE_ERROR(cudaEventDestroy(ready));
        HANDLE_ERROR(cudaFree(dev_histo));
        HANDLE_ERROR(cudaFree(dev_buffer));
    }
    auto stop = std::chrono::steady_clock::now();

    printf("bytes %llu weighted %llu\n%s\n", all, weighted, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(stop - start).count());
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
