// By hand: the device works in parts that come and go while the host fills the next ones and computes the reference.
#include "pinned.h"
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <vector>

using std::vector;

// Steps until a number falls to one (or 200 are done), and the largest number on the way, mixed.
__host__ __device__ inline unsigned long long trajectory(unsigned long long x)
{
    unsigned long long high = x;
    int steps = 0;
    while (x > 1 && steps < 200) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        high = x > high ? x : high;
        steps++;
    }
    return high * 31 + steps;
}

__global__ void trajectories(const unsigned *start, unsigned long long *result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) result[i] = trajectory(start[i]);
}

// Every `step`-th element; the whole would take the host too long.
static vector<unsigned long long> reference(const unsigned *start, size_t n, int step)
{
    vector<unsigned long long> result;
    for (size_t i = 0; i < n; i += step) result.push_back(trajectory(start[i]));
    return result;
}

static bool compare(const unsigned long long *result, const vector<unsigned long long> &expected, int step)
{
    for (size_t i = 0; i < expected.size(); i++)
        if (result[i * step] != expected[i]) return false;
    return true;
}

// A multiple of what page-locked blocks are rounded to.
const int PART = 2 << 20;

int main(int argc, char **argv)
{
    int n = 8 << 20, step = 64;
    if (argc > 1 && !strcmp(argv[1], "small")) n = 2000, step = 4;
    if (argc > 1 && !strcmp(argv[1], "large")) n = 64 << 20;
    if (cudaSetDevice(0) != cudaSuccess) {
        std::cerr << "no device" << std::endl;
        return 1;
    }

    auto begin = std::chrono::steady_clock::now();
    bool right = true;
    unsigned long long mixed = 0;
    {
        // The parts of each array lie one behind the other; every part is page-locked on its own.
        const int part = n < PART ? n : PART, parts = n / part;
        std::vector<size_t> sizes(parts, part * sizeof(unsigned));
        sizes.insert(sizes.end(), parts, part * sizeof(unsigned long long));
        PinnedBlocks memory(sizes);
        unsigned *start = memory.host<unsigned>(0), *d_start;
        unsigned long long *result = memory.host<unsigned long long>(parts), *d_result;
        cudaStream_t streams[2];
        cudaMalloc(&d_start, n * sizeof(unsigned));
        cudaMalloc(&d_result, n * sizeof(unsigned long long));
        for (cudaStream_t &stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

        for (int p = 0; p < parts; p++) {
            const size_t first = (size_t)p * part;
            cudaStream_t stream = streams[p % 2];
            for (size_t i = first; i < first + part; i++) start[i] = 1 + ((int)i * 2654435761u >> 8);
            const unsigned *filled = memory.pinned<unsigned>(p);
            cudaMemcpyAsync(d_start + first, filled, part * sizeof(unsigned), cudaMemcpyHostToDevice, stream);
            trajectories<<<(part + 255) / 256, 256, 0, stream>>>(d_start + first, d_result + first, part);
            cudaMemcpyAsync(memory.pinned<unsigned long long>(parts + p), d_result + first,
                            part * sizeof(unsigned long long), cudaMemcpyDeviceToHost, stream);
        }
        vector<unsigned long long> expected = reference(start, n, step);
        for (cudaStream_t stream : streams) cudaStreamSynchronize(stream);
        memory.release();
        right = compare(result, expected, step);
        for (int i = 0; i < n; i++) mixed = mixed * 3 + result[i];
        for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
        cudaFree(d_start);
        cudaFree(d_result);
    }
    auto end = std::chrono::steady_clock::now();

    std::cout << "mixed " << mixed << "\n" << (right ? "PASS" : "FAIL") << std::endl;
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
