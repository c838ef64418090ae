// From a file through the GPU to another file, block by block: read, upload, encrypt, download, write.
//
// Could overlap: with several buffers, reading block k + 1 and writing block k - 1 with the device's work on block k.
// With one buffer, nothing.
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

// Returns the sum of the words written.
static uint64_t convert(FILE *in, FILE *out, int block_words)
{
    uint32_t *words = (uint32_t *)malloc(block_words * sizeof(uint32_t)), *d_words, done = 0;
    uint64_t sum = 0;
    size_t got;
    gpu(cudaMalloc((void **)&d_words, block_words * sizeof(uint32_t)));
    while ((got = fread(words, sizeof(uint32_t), block_words, in)) > 0) {
        gpu(cudaMemcpy(d_words, words, got * sizeof(uint32_t), cudaMemcpyHostToDevice));
        encrypt<<<(got / 2 + 255) / 256, 256>>>(d_words, got / 2, done);
        gpu(cudaMemcpy(words, d_words, got * sizeof(uint32_t), cudaMemcpyDeviceToHost));
        if (fwrite(words, sizeof(uint32_t), got, out) != got) die("output");
        for (size_t i = 0; i < got; i++) sum += words[i];
        done += got / 2;
    }
    gpu(cudaFree(d_words));
    free(words);
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
