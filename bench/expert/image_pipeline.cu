// By hand: all images in page-locked memory, and two sets of device buffers, each with a stream, for all of them.
#include "pinned.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned char byte;

#define GUARD(call)                                                                                \
    if ((call) != cudaSuccess) {                                                                   \
        fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError()));        \
        exit(1);                                                                                   \
    }

struct Image {
    int width, height;
    byte *pixels;
};

__host__ __device__ inline int pixel(const byte *image, int w, int h, int x, int y)
{
    x = x < 0 ? 0 : x >= w ? w - 1 : x;
    y = y < 0 ? 0 : y >= h ? h - 1 : y;
    return image[(size_t)y * w + x];
}

__host__ __device__ inline int blurred(const byte *in, int w, int h, int x, int y)
{
    int sum = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) sum += pixel(in, w, h, x + dx, y + dy);
    return sum / 49;
}

__global__ void blur(const byte *in, byte *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[(size_t)y * w + x] = blurred(in, w, h, x, y);
}

__global__ void sharpen(const byte *in, const byte *soft, byte *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int value = 2 * pixel(in, w, h, x, y) - pixel(soft, w, h, x, y);
    out[(size_t)y * w + x] = value < 0 ? 0 : value > 255 ? 255 : value;
}

__global__ void tone(byte *image, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) image[(size_t)y * w + x] = image[(size_t)y * w + x] * image[(size_t)y * w + x] / 255;
}

static void draw(Image &image, int number)
{
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++)
            image.pixels[(size_t)y * image.width + x] = (byte)((x * (3 + number) ^ y * 5) + (x * y >> 6));
}

struct Device {
    byte *in, *soft, *out;
    cudaStream_t stream;
};

static void enhance(const Device &device, const byte *in, byte *out, int width, int height)
{
    const size_t bytes = (size_t)width * height;
    GUARD(cudaMemcpyAsync(device.in, in, bytes, cudaMemcpyHostToDevice, device.stream));
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    blur<<<grid, block, 0, device.stream>>>(device.in, device.soft, width, height);
    sharpen<<<grid, block, 0, device.stream>>>(device.in, device.soft, device.out, width, height);
    tone<<<grid, block, 0, device.stream>>>(device.out, width, height);
    GUARD(cudaMemcpyAsync(out, device.out, bytes, cudaMemcpyDeviceToHost, device.stream));
}

static int faults(const Image &in, const Image &out)
{
    int wrong = 0;
    for (int k = 0; k < 200; k++) {
        int x = (k * 7919) % in.width, y = (k * 104729) % in.height;
        int value = 2 * pixel(in.pixels, in.width, in.height, x, y) -
                    blurred(in.pixels, in.width, in.height, x, y);
        value = value < 0 ? 0 : value > 255 ? 255 : value;
        wrong += pixel(out.pixels, in.width, in.height, x, y) != value * value / 255;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    std::string size = argc > 1 ? argv[1] : "default";
    int width = size == "small" ? 70 : size == "large" ? 8192 : 3072;
    int images = size == "small" ? 3 : size == "large" ? 12 : 8;
    GUARD(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    unsigned long long sum = 0;
    int wrong = 0;
    {
        const int height = width * 3 / 4;
        const size_t bytes = (size_t)width * height;
        PinnedBlocks memory(std::vector<size_t>(images, 2 * bytes));
        std::vector<Image> in, out;
        std::vector<cudaEvent_t> done(images);
        Device devices[2];
        byte *buffers;
        GUARD(cudaMalloc(&buffers, 6 * bytes));
        for (int d = 0; d < 2; d++) {
            byte *first = buffers + 3 * d * bytes;
            devices[d] = {first, first + bytes, first + 2 * bytes, nullptr};
            GUARD(cudaStreamCreateWithFlags(&devices[d].stream, cudaStreamNonBlocking));
        }
        for (int i = 0; i < images; i++) {
            in.push_back({width, height, memory.host<byte>(i)});
            out.push_back({width, height, memory.host<byte>(i) + bytes});
            draw(in[i], i);
            byte *pinned = memory.pinned<byte>(i);
            enhance(devices[i % 2], pinned, pinned + bytes, width, height);
            GUARD(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
            GUARD(cudaEventRecord(done[i], devices[i % 2].stream));
        }
        for (int i = 0; i < images; i++) {
            // While the first one is looked at, the last one is still on its way.
            if (i == 1) {
                GUARD(cudaEventSynchronize(done.back()));
                memory.release();
            }
            GUARD(cudaEventSynchronize(done[i]));
            wrong += faults(in[i], out[i]);
            for (size_t k = 0; k < bytes; k++) sum += out[i].pixels[k];
            GUARD(cudaEventDestroy(done[i]));
        }
        for (const Device &device : devices) GUARD(cudaStreamDestroy(device.stream));
        GUARD(cudaFree(buffers));
    }
    auto end = std::chrono::steady_clock::now();

    printf("sum %llu\n%s\n", sum, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong ? 1 : 0;
}
