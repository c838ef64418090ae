// A histogram of much data in chunks: each chunk goes up, is counted, and its counts come back.
//
// Could overlap: the upload of a chunk with the counting of the one before, with two chunks on the device; and the
// host's making of the next chunk with both. The counts are only needed when they are added up.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define BINS 256
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
    size_t bytes = words * sizeof(uint32_t);
    uint32_t *buffer = (uint32_t *)malloc(bytes * chunks), *dev_buffer;
    unsigned int histo[BINS], *dev_histo;
    unsigned long long total[BINS] = {0}, check[BINS] = {0}, all = 0, weighted = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_histo, BINS * sizeof(int)));

    for (int c = 0; c < chunks; c++) {
        uint32_t *chunk = buffer + (size_t)c * words;
        produce(chunk, words, c);
        HANDLE_ERROR(cudaMemcpy(dev_buffer, chunk, bytes, cudaMemcpyHostToDevice));
        HANDLE_ERROR(cudaMemset(dev_histo, 0, BINS * sizeof(int)));
        histo_kernel<<<blocks, BINS>>>(dev_buffer, words, dev_histo);
        HANDLE_ERROR(cudaMemcpy(histo, dev_histo, BINS * sizeof(int), cudaMemcpyDeviceToHost));
        for (int b = 0; b < BINS; b++) total[b] += histo[b];
        if (c == 0) memcpy(check, total, sizeof total);
    }

    for (int i = 0; i < words; i++)
        for (int k = 0; k < 32; k += 8) check[buffer[i] >> k & 255]--;
    int wrong = 0;
    for (int b = 0; b < BINS; b++) {
        all += total[b];
        weighted += total[b] * (b + 1);
        wrong += check[b] != 0;
    }
    if (all != (unsigned long long)bytes * chunks) wrong++;
    HANDLE_ERROR(cudaFree(dev_histo));
    HANDLE_ERROR(cudaFree(dev_buffer));
    free(buffer);
    auto stop = std::chrono::steady_clock::now();

    printf("bytes %llu weighted %llu\n%s\n", all, weighted, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(stop - start).count());
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
