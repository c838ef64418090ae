// Several images through three filters; a function does one image from allocation to release.
//
// Could overlap: an image's upload and the host's drawing of it with the kernels and the download of the image
// before. The allocations and releases in between stand in the way: freeing device memory waits for the device.
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
    int width = 0, height = 0;
    std::vector<byte> pixels;

    Image(int w, int h) : width(w), height(h), pixels((size_t)w * h) {}
    size_t bytes() const { return pixels.size(); }
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

static void enhance(const Image &in, Image &out)
{
    byte *d_in, *d_soft, *d_out;
    GUARD(cudaMalloc(&d_in, in.bytes()));
    GUARD(cudaMalloc(&d_soft, in.bytes()));
    GUARD(cudaMalloc(&d_out, in.bytes()));
    GUARD(cudaMemcpy(d_in, in.pixels.data(), in.bytes(), cudaMemcpyHostToDevice));
    dim3 block(32, 8), grid((in.width + 31) / 32, (in.height + 7) / 8);
    blur<<<grid, block>>>(d_in, d_soft, in.width, in.height);
    sharpen<<<grid, block>>>(d_in, d_soft, d_out, in.width, in.height);
    tone<<<grid, block>>>(d_out, in.width, in.height);
    GUARD(cudaMemcpy(out.pixels.data(), d_out, in.bytes(), cudaMemcpyDeviceToHost));
    GUARD(cudaFree(d_in));
    GUARD(cudaFree(d_soft));
    GUARD(cudaFree(d_out));
}

static int faults(const Image &in, const Image &out)
{
    int wrong = 0;
    for (int k = 0; k < 200; k++) {
        int x = (k * 7919) % in.width, y = (k * 104729) % in.height;
        int value = 2 * pixel(in.pixels.data(), in.width, in.height, x, y) -
                    blurred(in.pixels.data(), in.width, in.height, x, y);
        value = value < 0 ? 0 : value > 255 ? 255 : value;
        wrong += pixel(out.pixels.data(), in.width, in.height, x, y) != value * value / 255;
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
        std::vector<Image> in(images, Image(width, width * 3 / 4)), out(images, Image(width, width * 3 / 4));
        for (int i = 0; i < images; i++) {
            draw(in[i], i);
            enhance(in[i], out[i]);
        }
        for (int i = 0; i < images; i++) {
            wrong += faults(in[i], out[i]);
            for (byte value : out[i].pixels) sum += value;
        }
    }
    auto end = std::chrono::steady_clock::now();

    printf("sum %llu\n%s\n", sum, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong ? 1 : 0;
}
