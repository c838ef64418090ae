// StreamAlloc embedded CUDA declarations: the runtime API in device code (in cuda_runtime_api.h).
#include "cuda_runtime_api.h"
