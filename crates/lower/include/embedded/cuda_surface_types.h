// StreamAlloc embedded CUDA declarations: surface references (in cuda_texture_types.h).
#include "cuda_texture_types.h"
