// StreamAlloc embedded CUDA declarations: cuBLAS (in cublas_v2.h).
#include "cublas_v2.h"
