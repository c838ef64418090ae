// Bodies under gravity; every few steps positions and velocities are fetched for the host's diagnostics.
//
// Could overlap: the steps behind a snapshot with its download, if the snapshot is taken from buffers that the steps
// no longer write, and with the host's sums.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define BLOCK 128

#define CUDA_TRY(call)                                                                             \
    do {                                                                                           \
        cudaError_t e = call;                                                                      \
        if (e != cudaSuccess) {                                                                    \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));              \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

// All of one mass; n is a multiple of BLOCK.
__global__ void accelerate(const float4 *position, float4 *velocity, float dt, int n)
{
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 mine = position[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += BLOCK) {
        tile[threadIdx.x] = position[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) {
            float dx = tile[k].x - mine.x, dy = tile[k].y - mine.y, dz = tile[k].z - mine.z;
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float factor = inverse * inverse * inverse / n;
            ax += dx * factor, ay += dy * factor, az += dz * factor;
        }
        __syncthreads();
    }
    velocity[i].x += dt * ax;
    velocity[i].y += dt * ay;
    velocity[i].z += dt * az;
}

__global__ void drift(float4 *position, const float4 *velocity, float dt, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    position[i].x += dt * velocity[i].x;
    position[i].y += dt * velocity[i].y;
    position[i].z += dt * velocity[i].z;
}

struct Diagnostics {
    double kinetic, px, py, pz, radius;
};

static Diagnostics diagnose(const float4 *position, const float4 *velocity, int n)
{
    Diagnostics d = {0, 0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        float4 v = velocity[i], x = position[i];
        d.kinetic += 0.5 * ((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z) / n;
        d.px += v.x, d.py += v.y, d.pz += v.z;
        d.radius = fmax(d.radius, sqrt((double)x.x * x.x + (double)x.y * x.y + (double)x.z * x.z));
    }
    return d;
}

static float random_coordinate(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

int main(int argc, char **argv)
{
    int n = 16384, steps = 60, every = 5;
    if (argc > 1 && strcmp(argv[1], "small") == 0) { n = 256; steps = 4; every = 2; }
    if (argc > 1 && strcmp(argv[1], "large") == 0) { n = 65536; steps = 60; }
    CUDA_TRY(cudaSetDevice(0));

    auto begin = std::chrono::steady_clock::now();
    size_t bytes = n * sizeof(float4);
    float4 *position = (float4 *)malloc(bytes), *velocity = (float4 *)calloc(n, sizeof(float4));
    unsigned state = 7;
    for (int i = 0; i < n; i++) {
        position[i].x = random_coordinate(&state), position[i].y = random_coordinate(&state);
        position[i].z = random_coordinate(&state), position[i].w = 1.0f;
    }
    float4 *d_position, *d_velocity;
    CUDA_TRY(cudaMalloc(&d_position, bytes));
    CUDA_TRY(cudaMalloc(&d_velocity, bytes));
    CUDA_TRY(cudaMemcpy(d_position, position, bytes, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(d_velocity, velocity, bytes, cudaMemcpyHostToDevice));

    double energies = 0;
    Diagnostics last = {};
    int snapshots = 0, wrong = 0;
    for (int step = 1; step <= steps; step++) {
        accelerate<<<n / BLOCK, BLOCK>>>(d_position, d_velocity, 0.01f, n);
        drift<<<n / BLOCK, BLOCK>>>(d_position, d_velocity, 0.01f, n);
        CUDA_TRY(cudaGetLastError());
        if (step % every == 0) {
            CUDA_TRY(cudaMemcpy(position, d_position, bytes, cudaMemcpyDeviceToHost));
            CUDA_TRY(cudaMemcpy(velocity, d_velocity, bytes, cudaMemcpyDeviceToHost));
            Diagnostics now = diagnose(position, velocity, n);
            // They fall together, and nothing pushes the whole.
            if (!(now.kinetic > last.kinetic && fabs(now.px) + fabs(now.py) + fabs(now.pz) < 1e-2)) wrong++;
            energies += now.kinetic * ++snapshots;
            last = now;
        }
    }
    CUDA_TRY(cudaFree(d_position));
    CUDA_TRY(cudaFree(d_velocity));
    free(position);
    free(velocity);
    auto end = std::chrono::steady_clock::now();

    printf("snapshots %d kinetic %.6e radius %.5f\n%s\n", snapshots, energies, last.radius, wrong ? "FAIL" : "PASS");
    fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return wrong != 0;
}
