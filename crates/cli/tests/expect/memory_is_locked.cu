// Blocks of host memory are told to the helper where they are allocated, with the number of copies if the text
// tells it, and where they are freed. What the helper cannot be told of stays pageable.
#include <cstdlib>
__global__ void add(int *sum, const int *part) { sum[threadIdx.x] += part[threadIdx.x]; }

static int *make(int n) { return (int *)malloc(n * sizeof(int)); }

int main(int argc, char **)
{
    const int n = 64;
    int *once = make(n), *often = new int[2 * n], *zero = (int *)calloc(n, sizeof(int));
    int *moved = (int *)malloc(4), local[n] = {0};
    moved = (int *)realloc(moved, n * sizeof(int));
    for (int i = 0; i < n; i++) once[i] = often[i] = moved[i] = i;
    int *a, *b, *c, *d;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&c, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(a, once, n * sizeof(int), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(c, moved, n * sizeof(int), cudaMemcpyHostToDevice); //~ async
    cudaMemcpy(d, local, n * sizeof(int), cudaMemcpyHostToDevice); //~ async
    for (int pass = 0; pass < argc; pass++) {
        cudaMemcpy(b, often + n, n * sizeof(int), cudaMemcpyHostToDevice); //~ async
        add<<<1, n>>>(b, a); //~ async
    }
    for (int pass = 0; pass < 3; pass++) {
        add<<<1, n>>>(c, d); //~ async
        cudaMemcpy(zero, c, n * sizeof(int), cudaMemcpyDeviceToHost); //~ async
    }
    cudaMemcpy(once, b, n * sizeof(int), cudaMemcpyDeviceToHost); //~ async
    int result = zero[1] + once[1];
    free(moved);
    if (argc > 5) free(once);
    delete[] often;
    std::free(zero);
    return result;
}
// streams: 2
// waits: 3
