// trap: a kernel calls a virtual device method whose override writes a static __device__ variable
// must: the symbol copies around the launch keep their place although no argument mentions the variable
#include <cuda_runtime.h>
#include <cstdio>
#include <new>

constexpr int N = 256;

static __device__ int total;

struct Base {
    int factor;
    __device__ virtual void run(int x) = 0;
};

struct Derived : Base {
    __device__ void run(int x) override { total += x * factor; }
};

__global__ void make(Derived *p)
{
    new (p) Derived;
    p->factor = 3;
}

__global__ void run(Base *p) { p->run(14); }

int main()
{
    Derived *object;
    int zero = 0, result = -1, host[N], *other, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 3 * i;
    cudaMalloc(&object, sizeof(Derived));
    cudaMalloc(&other, sizeof(host));
    make<<<1, 1>>>(object);
    cudaDeviceSynchronize();
    cudaMemcpy(other, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(total, &zero, sizeof(zero));
    run<<<1, 1>>>(object);
    cudaMemcpyFromSymbol(&result, total, sizeof(result));
    cudaMemcpy(host, other, sizeof(host), cudaMemcpyDeviceToHost);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d %d\n", result, sum);
    cudaFree(object);
    cudaFree(other);
}
