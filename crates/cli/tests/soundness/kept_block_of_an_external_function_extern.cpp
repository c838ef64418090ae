// second translation unit of kept_block_of_an_external_function.cu
#include <cuda_runtime.h>
#include <cstdio>

extern int *shared_result;
int work(int r);

int main()
{
    cudaMallocHost(&shared_result, 256);
    for (int r = 1; r < 4; r++) {
        cudaMemsetAsync(shared_result, r, 256);
        int sum = work(r) + shared_result[3];
        printf("%d\n", sum);
    }
}
