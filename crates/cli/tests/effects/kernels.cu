// What kernels touch, at the level of paths: `//~ KERNEL reads … writes …`.
#include <cstdio>
#include <cuda_runtime.h>

struct Pair {
    int *first, *second;
    float factor;
};
struct Nested {
    Pair left, right;
};

//~ by_value reads writes *pair.first
__global__ void by_value(Pair pair, int n) { if (threadIdx.x < n) pair.first[threadIdx.x] = n; }

//~ by_pointer reads *pair.second writes **pair.second
__global__ void by_pointer(Pair *pair) { pair->second[threadIdx.x] = 3; }

//~ nested reads *nested.left.second writes *nested.right.first
__global__ void nested(Nested nested) { nested.right.first[0] = nested.left.second[1]; }

//~ before_the_start reads *rows writes **rows
__global__ void before_the_start(int **rows) { rows[-1][threadIdx.x] = 1; }

__device__ void store(float value, float *to) { to[threadIdx.x] = value; }

//~ through_a_function reads *x writes *y
__global__ void through_a_function(float a, const float *x, float *y) { store(a * x[threadIdx.x], y); }

//~ of_a_closure reads d_data literal writes *d_data device output
template <typename F>
__global__ void of_a_closure(F work) {
    int i = threadIdx.x;
#if __CUDA_ARCH__ >= 700
    i += 0;
#else
    printf("old\n");
#endif
    work(i);
}

int main() {
    int *d_data;
    cudaMalloc(&d_data, 64);
    const auto work = [=] __host__ __device__(int i) { d_data[i] = i; };
    of_a_closure<<<1, 16>>>(work);
    cudaFree(d_data);
    return 0;
}
