// StreamAlloc embedded CUDA declarations: profiler control (in cuda_runtime_api.h).
#include "cuda_runtime_api.h"
