// trap: a header of the program defines macros with names that the standard library uses inside its headers
// must: no header of the library is included below those macros: the output compiles
#include <stdio.h>
#include <stdlib.h>
#include "macros_over_library_names.h"

__global__ void fill(int *u, int count) { u(0, threadIdx.x) = threadIdx.x + 1; }

int main()
{
    int count = 256, first = 1, sum = 0;
    int *device, *second, *host = (int *)malloc(count * sizeof(int));
    cudaMalloc((void **)&device, count * sizeof(int));
    cudaMalloc((void **)&second, count * sizeof(int));
    cudaMemset(second, 0, count * sizeof(int));
    cudaMemset(device, 0, count * sizeof(int));
    fill<<<1, 256>>>(device, count);
    fill<<<1, 256>>>(second, count);
    cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, second + 8, sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1000; i++) sum += i % 7;
    printf("%d %d\n", sum, host[-base]);
    cudaFree(device);
    cudaFree(second);
    free(host);
    return 0;
}
