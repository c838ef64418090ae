// Two pictures that have nothing to do with each other.
#include "check.h"
#include "filters.h"
#include "pixel.cuh"

__global__ void sharpen(float *picture, int pixels)
{
    int i = this_pixel();
    if (i < pixels) picture[i] = picture[i] * 1.5f - 0.25f;
}

__global__ void darken(float *picture, int pixels)
{
    int i = this_pixel();
    if (i < pixels) picture[i] *= 0.5f;
}

void filter_pictures(float *portrait, float *map)
{
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

    CHECK(cudaFree(d_portrait));
    CHECK(cudaFree(d_map));
}
