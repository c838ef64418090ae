// Why operations are waited for where they are, and the chain that leads there.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <thread>

void elsewhere();

__global__ void twice(float *d) { d[threadIdx.x] *= 2; }

static float sum(const float *values) {
    float total = 0;
    for (int i = 0; i < 8; i++) total += values[i];  //@sum
    return total;
}

static float through(const float *p) {
    return 1 + sum(p);  //@through
}

static void fetch(float *to, const float *from) {
    cudaMemcpy(to, from, 32, cudaMemcpyDeviceToHost);  //~ SA2101 issue fetch alloc use  //@issue
}

void contract(float *to, const float *from) {
    cudaMemcpy(to, from, 32, cudaMemcpyDeviceToHost);  //~ SA2110 contract end  //@contract
}  //@end

static double now() {
    auto t = std::chrono::steady_clock::now();  //@clock
    return t.time_since_epoch().count();
}

int main(int argc, char **) {
    float *d, *e;
    cudaMalloc(&d, 32);
    cudaMalloc(&e, 32);
    float *h = (float *)malloc(32);  //@alloc
    float *g = (float *)malloc(32);  //@other
    for (int i = 0; i < 8; i++) g[i] = h[i] = i;

    cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice);  //~ SA2101 up alloc write  //@up
    h[0] = 3;  //@write
    twice<<<1, 8>>>(d);  //~ SA2000 launch  //@launch
    cudaMemcpy(g, d, 32, cudaMemcpyDeviceToHost);  //~ SA2101 down other call through sum  //@down
    printf("%g\n", through(g));  //@call

    fetch(h, d);  //@fetch
    printf("%g\n", h[1]);  //@use

    cudaMemcpy(g, d, 32, cudaMemcpyDeviceToHost);  //~ SA2102 staged other source  //@staged
    cudaMemcpy(e, g, 32, cudaMemcpyHostToDevice);  //~ SA2104 timed measure clock  //@source  //@timed
    double start = now();  //@measure

    cudaMemcpy(e, h, 32, cudaMemcpyHostToDevice);  //~ SA2105 unseen unknown  //@unseen
    elsewhere();  //@unknown

    cudaMemcpy(e, h, 32, cudaMemcpyHostToDevice);  //~ SA2106 text group  //@text
#ifdef VERIFY  //@group
    printf("%g\n", sum(h));
#endif

    cudaMemcpy(h, e, 32, cudaMemcpyDeviceToHost);  //~ SA2103 freed alloc free  //@freed
    free(h);  //@free
    free(g);
    cudaFree(d);
    cudaFree(e);
    return start < 0;
}
