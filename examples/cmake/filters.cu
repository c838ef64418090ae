// Two pictures that have nothing to do with each other.
#include "filters.h"
#include "check.h"

__global__ void sharpen(float *picture, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) picture[i] = picture[i] * 1.5f - 0.25f;
}

__global__ void darken(float *picture, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) picture[i] *= 0.5f;
}

static float portrait[kPixels];
static float map[kPixels];

Sums filter_pictures()
{
    for (int i = 0; i < kPixels; i++) {
        portrait[i] = float(i % 251);
        map[i] = float(i % 127);
    }
    const size_t bytes = kPixels * sizeof(float);
    const int blocks = (kPixels + 255) / 256;
    float *d_portrait, *d_map;
    CHECK(cudaMalloc(&d_portrait, bytes));
    CHECK(cudaMalloc(&d_map, bytes));

    CHECK(cudaMemcpy(d_portrait, portrait, bytes, cudaMemcpyHostToDevice));
    sharpen<<<blocks, 256>>>(d_portrait, kPixels);
    CHECK(cudaMemcpy(portrait, d_portrait, bytes, cudaMemcpyDeviceToHost));

    CHECK(cudaMemcpy(d_map, map, bytes, cudaMemcpyHostToDevice));
    darken<<<blocks, 256>>>(d_map, kPixels);
    CHECK(cudaMemcpy(map, d_map, bytes, cudaMemcpyDeviceToHost));

    Sums sums = {0, 0};
    for (int i = 0; i < kPixels; i++) {
        sums.portrait += portrait[i];
        sums.map += map[i];
    }
    CHECK(cudaFree(d_portrait));
    CHECK(cudaFree(d_map));
    return sums;
}
