// trap: functions of which another build compiles another text: between directives, with a body between directives, and
// members; in the build that is analysed, they do nothing
// must: the data is there before they are called
// analysed with: -DQUIET
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

__global__ void add(int *v, int k) { v[threadIdx.x] += k; }

#ifdef QUIET
static void show(const int *) {}
#else
static void show(const int *v)
{
    printf("%d\n", v[3]);
}
#endif

static void show_last(const int *v)
#ifdef QUIET
{
    (void)v;
}
#else
{
    printf("%d\n", v[N - 1]);
}
#endif

struct Printer {
#ifndef QUIET
    void first(const int *v) const { printf("%d\n", v[0]); }
#else
    void first(const int *) const {}
#endif
};

int main()
{
    static int a[N], b[N], c[N];
    int *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, sizeof(a));
    cudaMalloc(&d_b, sizeof(b));
    cudaMalloc(&d_c, sizeof(c));
    for (int i = 0; i < N; i++) a[i] = i, b[i] = 2 * i, c[i] = 3 * i;
    cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c, sizeof(c), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_a, 100);
    add<<<1, N>>>(d_b, 200);
    add<<<1, N>>>(d_c, 300);
    cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost);
    show(a);
    cudaMemcpy(b, d_b, sizeof(b), cudaMemcpyDeviceToHost);
    show_last(b);
    cudaMemcpy(c, d_c, sizeof(c), cudaMemcpyDeviceToHost);
    Printer().first(c);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}
