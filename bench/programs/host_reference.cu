// The device's result is compared with one that the host computes afterwards, as in many samples.
//
// Could overlap: the host's reference with the kernel and the download; the comparison is the first to need both.
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
static vector<unsigned long long> reference(const vector<unsigned> &start, int step)
{
    vector<unsigned long long> result;
    for (size_t i = 0; i < start.size(); i += step) result.push_back(trajectory(start[i]));
    return result;
}

static bool compare(const vector<unsigned long long> &result, const vector<unsigned long long> &expected, int step)
{
    for (size_t i = 0; i < expected.size(); i++)
        if (result[i * step] != expected[i]) return false;
    return true;
}

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
        vector<unsigned> start(n);
        vector<unsigned long long> result(n);
        for (int i = 0; i < n; i++) start[i] = 1 + (i * 2654435761u >> 8);

        unsigned *d_start;
        unsigned long long *d_result;
        cudaMalloc(&d_start, n * sizeof(unsigned));
        cudaMalloc(&d_result, n * sizeof(unsigned long long));
        cudaMemcpy(d_start, start.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
        trajectories<<<(n + 255) / 256, 256>>>(d_start, d_result, n);
        cudaMemcpy(result.data(), d_result, n * sizeof(unsigned long long), cudaMemcpyDeviceToHost);

        vector<unsigned long long> expected = reference(start, step);
        right = compare(result, expected, step);
        for (unsigned long long value : result) mixed = mixed * 3 + value;
        cudaFree(d_start);
        cudaFree(d_result);
    }
    auto end = std::chrono::steady_clock::now();

    std::cout << "mixed " << mixed << "\n" << (right ? "PASS" : "FAIL") << std::endl;
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
}
