// Three images take three independent ways through the GPU: blur, edges, contrast.
// Everything here is synchronous, on the default stream, from pageable memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) check((call), __FILE__, __LINE__)
static void check(cudaError_t status, const char *file, int line)
{
    if (status == cudaSuccess) return;
    fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(status));
    exit(1);
}

__device__ int pixel(const unsigned char *image, int width, int x, int y)
{
    return image[min(max(y, 0), width - 1) * width + min(max(x, 0), width - 1)];
}

__global__ void blur(const unsigned char *in, unsigned char *out, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, sum = 0;
    for (int i = 0; i < 9; i++) sum += pixel(in, width, x + i % 3 - 1, y + i / 3 - 1);
    if (x < width) out[y * width + x] = sum / 9;
}

__global__ void edges(const unsigned char *in, unsigned char *out, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int dx = pixel(in, width, x + 1, y) - pixel(in, width, x - 1, y);
    int dy = pixel(in, width, x, y + 1) - pixel(in, width, x, y - 1);
    if (x < width) out[y * width + x] = min(abs(dx) + abs(dy), 255);
}

__global__ void contrast(unsigned char *image, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width) image[y * width + x] = min(max(2 * image[y * width + x] - 128, 0), 255);
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 2048;
    size_t bytes = (size_t)width * width;
    unsigned char *portrait = (unsigned char *)malloc(bytes);
    unsigned char *map = (unsigned char *)malloc(bytes);
    unsigned char *scan = (unsigned char *)malloc(bytes);
    for (size_t i = 0; i < bytes; i++) {
        portrait[i] = i % 251;
        map[i] = i / width * 7 + i % width * 5;
        scan[i] = i * i % 253;
    }

    unsigned char *d_portrait, *d_blurred, *d_map, *d_edges, *d_scan;
    CHECK(cudaMalloc(&d_portrait, bytes));
    CHECK(cudaMalloc(&d_blurred, bytes));
    CHECK(cudaMalloc(&d_map, bytes));
    CHECK(cudaMalloc(&d_edges, bytes));
    CHECK(cudaMalloc(&d_scan, bytes));
    dim3 grid((width + 255) / 256, width);

    CHECK(cudaMemcpy(d_portrait, portrait, bytes, cudaMemcpyHostToDevice));
    blur<<<grid, 256>>>(d_portrait, d_blurred, width);
    CHECK(cudaMemcpy(portrait, d_blurred, bytes, cudaMemcpyDeviceToHost));

    CHECK(cudaMemcpy(d_map, map, bytes, cudaMemcpyHostToDevice));
    edges<<<grid, 256>>>(d_map, d_edges, width);
    CHECK(cudaMemcpy(map, d_edges, bytes, cudaMemcpyDeviceToHost));

    CHECK(cudaMemcpy(d_scan, scan, bytes, cudaMemcpyHostToDevice));
    contrast<<<grid, 256>>>(d_scan, width);
    CHECK(cudaMemcpy(scan, d_scan, bytes, cudaMemcpyDeviceToHost));

    unsigned long checksum = 0;
    for (size_t i = 0; i < bytes; i++) checksum = checksum * 31 + portrait[i] + 3 * map[i] + 5 * scan[i];
    printf("checksum %016lx\n", checksum);
    for (unsigned char *buffer : {d_portrait, d_blurred, d_map, d_edges, d_scan}) CHECK(cudaFree(buffer));
    for (unsigned char *buffer : {portrait, map, scan}) free(buffer);
}
