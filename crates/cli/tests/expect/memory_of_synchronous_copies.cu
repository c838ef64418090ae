// A copy that stays synchronous may page-lock its memory; what cannot be page-locked may get large pages all the same.
#include <cstdlib>

int main(int argc, char **)
{
    const int n = 64 * argc;
    int *a = (int *)malloc(n * sizeof(int)), *small = (int *)malloc(16), *moved = (int *)calloc(n, sizeof(int));
    moved = (int *)realloc(moved, 2 * n * sizeof(int));
    int *d;
    cudaMalloc(&d, n * sizeof(int));
    a[0] = 1;
    int result = cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice) + (a[0] = 2);       //~ sync: the same statement
    result += cudaMemcpy(moved, d, n * sizeof(int), cudaMemcpyDeviceToHost) + moved[0];        //~ sync: the same statement
    result += cudaMemcpy(small, d, 16, cudaMemcpyDeviceToHost) + small[0];                     //~ sync: the same statement
    free(a);
    free(small);
    free(moved);
    return result;
}
// streams: 0
// waits: 0
