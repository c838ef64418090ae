// trap: a copy that fails throws from its check before its event is recorded; the handler needs what that event would have implied
#include <cuda_runtime.h>
#include <cstdio>
#include <stdexcept>
static void check(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error("cuda"); }
#define CHECK(x) check(x)
__global__ void add(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] += 1; }
int main(int argc, char **)
{
    const int n = 256;
    static int a[n], b[n], c[n], h[n], r[n], q[n];
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i, h[i] = -1, r[i] = 0, c[i] = 5, q[i] = 0;
    int *d, *e;
    cudaMalloc(&d, sizeof(a));
    cudaMalloc(&e, sizeof(a));
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    add<<<1, n>>>(d, n);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    try {
        CHECK(cudaMemcpy(argc > 0 ? nullptr : d, b, sizeof(a), cudaMemcpyHostToDevice));  // fails
        add<<<1, n>>>(d, n);
        cudaMemcpy(e, c, sizeof(c), cudaMemcpyHostToDevice);
        add<<<1, n>>>(e, n);
        cudaMemcpy(q, e, sizeof(r), cudaMemcpyDeviceToHost);
        CHECK(cudaMemcpy(r, d, sizeof(r), cudaMemcpyDeviceToHost));
    } catch (const std::exception &) {
        b[0] = 7;
        int sum = 0;
        for (int i = 0; i < n; i++) sum += h[i];
        printf("%d %d\n", sum, b[0]);
        return 0;
    }
    printf("%d\n", r[5] + h[5] + q[4]);
    return 0;
}
