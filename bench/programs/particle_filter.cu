// A particle filter: particles move and are weighed on the device; the host adds the weights up and decides who is
// drawn again; the device gathers them.
//
// Could overlap: the host's generation of the next frame's noise with the kernels, and the upload of noise with the
// host's resampling. Within a frame, the steps depend on each other.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace filter {

struct Error {
    cudaError_t status;
};

inline void check(cudaError_t status)
{
    if (status != cudaSuccess) throw Error{status};
}

// Device memory, owned.
template <typename T> struct Buffer {
    T *data = nullptr;
    size_t count;

    explicit Buffer(size_t n) : count(n) { check(cudaMalloc(&data, n * sizeof(T))); }
    ~Buffer() { cudaFree(data); }
    Buffer(const Buffer &) = delete;
};

template <typename T> void put(Buffer<T> &to, const std::vector<T> &from)
{
    check(cudaMemcpy(to.data, from.data(), to.count * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T> void get(std::vector<T> &to, const Buffer<T> &from)
{
    check(cudaMemcpy(to.data(), from.data, from.count * sizeof(T), cudaMemcpyDeviceToHost));
}

__global__ void propagate(float *x, const float *noise, float velocity, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += velocity + noise[i];
}

__global__ void weigh(const float *x, float *weight, float measured, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = x[i] - measured;
    weight[i] = expf(-2.0f * d * d) + 1e-12f;
}

__global__ void gather(const float *from, const int *ancestor, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[ancestor[i]];
}

static unsigned next(unsigned &state) { return state = state * 1664525u + 1013904223u; }

static void make_noise(std::vector<float> &noise, unsigned &state)
{
    for (float &value : noise) {
        float a = (next(state) >> 8) * (1.0f / 16777216.0f), b = (next(state) >> 8) * (1.0f / 16777216.0f);
        value = 0.4f * (a + b - 1.0f);
    }
}

static void resample(const std::vector<float> &weight, std::vector<int> &ancestor)
{
    double total = 0;
    for (float w : weight) total += w;
    const double step = total / weight.size();
    double sum = weight[0], at = 0.5 * step;
    size_t from = 0;
    for (int &slot : ancestor) {
        while (sum < at && from + 1 < weight.size()) sum += weight[++from];
        slot = (int)from;
        at += step;
    }
}

static float truth(int frame) { return 0.3f * frame + std::sin(frame * 0.2f); }

struct Track {
    double error = 0, sum = 0;
};

static Track follow(int n, int frames)
{
    std::vector<float> x(n, 0.0f), noise(n), weight(n);
    std::vector<int> ancestor(n);
    auto here = std::make_unique<Buffer<float>>(n), there = std::make_unique<Buffer<float>>(n);
    Buffer<float> d_noise(n), d_weight(n);
    Buffer<int> d_ancestor(n);
    put(*here, x);
    unsigned state = 2024;
    const int blocks = (n + 255) / 256;
    Track track;
    for (int frame = 1; frame <= frames; frame++) {
        make_noise(noise, state);
        put(d_noise, noise);
        propagate<<<blocks, 256>>>(here->data, d_noise.data, truth(frame) - truth(frame - 1), n);
        weigh<<<blocks, 256>>>(here->data, d_weight.data, truth(frame), n);
        get(weight, d_weight);
        resample(weight, ancestor);
        put(d_ancestor, ancestor);
        gather<<<blocks, 256>>>(here->data, d_ancestor.data, there->data, n);
        here.swap(there);
        get(x, *here);
        double mean = 0;
        for (float value : x) mean += value;
        mean /= n;
        track.error = std::fmax(track.error, std::fabs(mean - truth(frame)));
        track.sum += mean * frame;
    }
    return track;
}

} // namespace filter

int main(int argc, char **argv)
{
    const std::string size = argc > 1 ? argv[1] : "default";
    int n = 1 << 19, frames = 20;
    if (size == "small") n = 900, frames = 3;
    if (size == "large") n = 4 << 20, frames = 40;
    try {
        filter::check(cudaSetDevice(0));
        const auto begin = std::chrono::steady_clock::now();
        const filter::Track track = filter::follow(n, frames);
        const auto end = std::chrono::steady_clock::now();

        const bool right = track.error < 0.2;
        std::printf("track %.6f\n%s\n", track.sum, right ? "PASS" : "FAIL");
        std::fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
        return right ? 0 : 1;
    } catch (const filter::Error &error) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error.status));
        return 1;
    }
}
