// second translation unit of other_files_work_at_entry.cu
#include <cuda_runtime.h>
#include <cstdio>

extern int *shared_result;
int work(int r);

int main()
{
    cudaMallocHost(&shared_result, 256);
    for (int r = 1; r < 4; r++) {
        cudaMemsetAsync(shared_result, r, 256);
        int sum = work(r);
        printf("%d\n", sum);
    }
}
