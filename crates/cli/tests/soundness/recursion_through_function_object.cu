// trap: a lambda calls itself through the std::function that holds it, between its upload and its kernels
// must: the upload of the inner activation runs after the kernel that the outer one has started on that buffer
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>

constexpr int N = 256;

__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 % 1009 + by; }
__global__ void add(int *v, const int *w) { v[threadIdx.x] = (v[threadIdx.x] + w[threadIdx.x] * 2) % 1009; }

static int digest(const int *v)
{
    int sum = 0;
    for (int i = 0; i < N; i++) sum = sum * 31 % 1000003 + v[i];
    return sum;
}

int main()
{
    int x[N], y[N], *d_x, *d_y;
    for (int i = 0; i < N; i++) {
        x[i] = 2 * i;
        y[i] = 3 * i;
    }
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    std::function<void(int)> go = [&](int n) {
        if (n == 0) return;
        cudaMemcpy(n & 1 ? d_x : d_y, n & 1 ? x : y, sizeof(x), cudaMemcpyHostToDevice);
        (n & 1 ? x : y)[n] = n;
        step<<<1, N>>>(n & 1 ? d_x : d_y, n);
        go(n - 1);
        add<<<1, N>>>(d_x, d_y);
    };
    go(4);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
    printf("%d %d\n", digest(x), digest(y));
    cudaFree(d_x);
    cudaFree(d_y);
}
