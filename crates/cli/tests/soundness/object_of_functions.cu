// trap: an object holds a std::function and a function pointer that call each other and write the source of an upload
// must: the analysis ends, and the writes in both wait for the uploads before them
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>

constexpr int N = 256;

struct Steps {
    std::function<void(int)> before;
    void (*after)(Steps *, int);
    int *device, *host;
};

__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 % 1009 + by; }

static void after(Steps *steps, int n)
{
    steps->host[n] = 5;
    if (n > 1) {
        step<<<1, N>>>(steps->device, n);
        steps->after(steps, n - 1);
    }
}

static void drive(Steps &steps, int n)
{
    cudaMemcpy(steps.device, steps.host, N * sizeof(int), cudaMemcpyHostToDevice);
    steps.after(&steps, n);
    cudaMemcpy(steps.device, steps.host, N / 2 * sizeof(int), cudaMemcpyHostToDevice);
    steps.before(n);
}

int main()
{
    int host[N], *device, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&device, sizeof(host));
    Steps steps;
    steps.device = device;
    steps.host = host;
    steps.after = after;
    steps.before = [&](int n) {
        host[n + 1] = 9;
        if (n) drive(steps, n - 1);
    };
    drive(steps, 3);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d\n", sum);
    cudaFree(device);
}
