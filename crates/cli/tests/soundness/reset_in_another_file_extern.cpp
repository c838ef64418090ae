// second translation unit of reset_in_another_file.cu
#include <cuda_runtime.h>

void reset_device() { cudaDeviceReset(); }
