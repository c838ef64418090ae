// An inserted wait is checked by the program's macro, whose calls do not count as the program's: the copy that
// `cudaFree` meets in flight is the same copy in the output as in the input.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                \
    do {                                                           \
        cudaError_t error_ = (call);                               \
        if (error_ != cudaSuccess) {                               \
            printf("failed: %s\n", cudaGetErrorString(error_));    \
            exit(1);                                               \
        }                                                          \
    } while (0)

int main() {
    int *d, host[64], sum = 0;
    for (int i = 0; i < 64; i++) host[i] = i;
    CHECK(cudaMalloc(&d, sizeof host));
    CHECK(cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice));
    for (int i = 0; i < 64; i++) host[i] = -1;
    CHECK(cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) sum += host[i];
    CHECK(cudaMemcpy(d, d + 32, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
    cudaFree(d);
    printf("%d\n", sum);
    return 0;
}
