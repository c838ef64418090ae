// Histograms of two pictures.
#include "check.h"
#include "filters.h"
#include "pixel.cuh"

__global__ void count(const float *picture, int pixels, Histogram *histogram)
{
    int i = this_pixel();
    if (i < pixels) atomicAdd(&histogram->count[level_of(picture[i])], 1);
}

void count_pixels(const float *portrait, const float *map, Histogram *of_portrait, Histogram *of_map)
{
    const size_t bytes = kPixels * sizeof(float);
    const int blocks = (kPixels + 255) / 256;
    float *d_portrait, *d_map;
    Histogram *d_of_portrait, *d_of_map;
    CHECK(cudaMalloc(&d_portrait, bytes));
    CHECK(cudaMalloc(&d_map, bytes));
    CHECK(cudaMalloc(&d_of_portrait, sizeof(Histogram)));
    CHECK(cudaMalloc(&d_of_map, sizeof(Histogram)));

    CHECK(cudaMemset(d_of_portrait, 0, sizeof(Histogram)));
    CHECK(cudaMemcpy(d_portrait, portrait, bytes, cudaMemcpyHostToDevice));
    count<<<blocks, 256>>>(d_portrait, kPixels, d_of_portrait);
    CHECK(cudaMemcpy(of_portrait, d_of_portrait, sizeof(Histogram), cudaMemcpyDeviceToHost));

    CHECK(cudaMemset(d_of_map, 0, sizeof(Histogram)));
    CHECK(cudaMemcpy(d_map, map, bytes, cudaMemcpyHostToDevice));
    count<<<blocks, 256>>>(d_map, kPixels, d_of_map);
    CHECK(cudaMemcpy(of_map, d_of_map, sizeof(Histogram), cudaMemcpyDeviceToHost));

    CHECK(cudaFree(d_portrait));
    CHECK(cudaFree(d_map));
    CHECK(cudaFree(d_of_portrait));
    CHECK(cudaFree(d_of_map));
}
