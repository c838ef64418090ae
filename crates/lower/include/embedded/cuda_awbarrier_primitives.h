// StreamAlloc embedded CUDA declarations: asynchronous copies and barriers (in cuda_pipeline_primitives.h).
#include "cuda_pipeline_primitives.h"
