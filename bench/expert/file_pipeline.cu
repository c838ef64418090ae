// By hand: two page-locked buffers, each with a stream. While a block is on the device, the host reads the next one
// and writes the one before.
#include "pinned.h"
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void gpu(cudaError_t status)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "GPU: %s\n", cudaGetErrorString(status));
    exit(1);
}

// The tiny encryption algorithm on pairs of words; the block's position is the counter.
__host__ __device__ inline void encipher(uint32_t *pair, uint32_t counter)
{
    uint32_t v0 = counter, v1 = ~counter, sum = 0;
    const uint32_t key[4] = {0x1234567u, 0x89abcdefu, 0xfedcba98u, 0x76543210u};
    for (int round = 0; round < 32; round++) {
        sum += 0x9e3779b9u;
        v0 += ((v1 << 4) + key[0]) ^ (v1 + sum) ^ ((v1 >> 5) + key[1]);
        v1 += ((v0 << 4) + key[2]) ^ (v0 + sum) ^ ((v0 >> 5) + key[3]);
    }
    pair[0] ^= v0;
    pair[1] ^= v1;
}

__global__ void encrypt(uint32_t *words, int pairs, uint32_t first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) encipher(words + 2 * i, first + i);
}

static uint32_t word_at(uint32_t i) { return i * 2246822519u ^ i >> 7; }

// A temporary file with so many words.
static FILE *make_input(int words)
{
    FILE *file = tmpfile();
    uint32_t *line = (uint32_t *)malloc(4096 * sizeof(uint32_t));
    if (!file || !line) die("input");
    for (int at = 0; at < words; at += 4096) {
        int count = words - at < 4096 ? words - at : 4096;
        for (int i = 0; i < count; i++) line[i] = word_at(at + i);
        if (fwrite(line, sizeof(uint32_t), count, file) != (size_t)count) die("input");
    }
    free(line);
    rewind(file);
    return file;
}

struct Slot {
    uint32_t *words, *d_words;
    size_t got;
    cudaStream_t stream;
};

// Returns the sum of the words written.
static uint64_t convert(FILE *in, FILE *out, int block_words)
{
    const size_t bytes = block_words * sizeof(uint32_t);
    PinnedBlocks memory({bytes, bytes});
    Slot slots[2];
    uint32_t *device, done = 0;
    gpu(cudaMalloc((void **)&device, 2 * bytes));
    for (int s = 0; s < 2; s++) {
        slots[s] = {memory.host<uint32_t>(s), device + (size_t)s * block_words, 0, nullptr};
        gpu(cudaStreamCreateWithFlags(&slots[s].stream, cudaStreamNonBlocking));
    }

    uint64_t sum = 0;
    auto finish = [&](const Slot &slot) {
        gpu(cudaStreamSynchronize(slot.stream));
        if (fwrite(slot.words, sizeof(uint32_t), slot.got, out) != slot.got) die("output");
        for (size_t i = 0; i < slot.got; i++) sum += slot.words[i];
    };
    int blocks = 0;
    for (;; blocks++) {
        const int s = blocks % 2;
        Slot &slot = slots[s];
        slot.got = fread(slot.words, sizeof(uint32_t), block_words, in);
        if (slot.got > 0) {
            const size_t got = slot.got * sizeof(uint32_t), pairs = slot.got / 2;
            uint32_t *words = memory.pinned<uint32_t>(s);
            gpu(cudaMemcpyAsync(slot.d_words, words, got, cudaMemcpyHostToDevice, slot.stream));
            encrypt<<<(pairs + 255) / 256, 256, 0, slot.stream>>>(slot.d_words, pairs, done);
            gpu(cudaMemcpyAsync(words, slot.d_words, got, cudaMemcpyDeviceToHost, slot.stream));
            done += pairs;
        }
        if (blocks > 0) finish(slots[1 - s]);
        if (slot.got == 0) break;
    }

    for (const Slot &slot : slots) gpu(cudaStreamDestroy(slot.stream));
    gpu(cudaFree(device));
    return sum;
}

static int faults(FILE *out, int words)
{
    int wrong = 0;
    for (int pair = 0; pair < words / 2; pair += words / 2 / 61 + 1) {
        uint32_t wanted[2] = {word_at(2 * pair), word_at(2 * pair + 1)}, got[2];
        encipher(wanted, pair);
        if (fseek(out, 8L * pair, SEEK_SET) != 0 || fread(got, sizeof got, 1, out) != 1) return 1;
        wrong += memcmp(wanted, got, sizeof got) != 0;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int words = 24 << 20, block = 1 << 20;
    if (argc > 1 && !strcmp(argv[1], "small")) words = 5002, block = 1000;
    if (argc > 1 && !strcmp(argv[1], "large")) words = 192 << 20, block = 4 << 20;
    gpu(cudaSetDevice(0));
    FILE *in = make_input(words), *out = tmpfile();
    if (!out) die("output");

    auto begin = std::chrono::steady_clock::now();
    uint64_t sum = convert(in, out, block);
    auto end = std::chrono::steady_clock::now();

    int wrong = faults(out, words);
    fclose(in);
    fclose(out);
    printf("sum %llu\n%s\n", (unsigned long long)sum, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong != 0;
}
