// StreamAlloc embedded CUDA declarations: cuRAND, device side (in curand_kernel.h).
#include "curand_kernel.h"
