// second translation unit of other_files_work_after_a_call.cu
#include <cuda_runtime.h>

extern int *shared_result;

void start(int r) { cudaMemsetAsync(shared_result, r, 256); }
