// The part of the runtime API that needs no CUDA syntax; usable from C and from plain C++.
#ifndef STREAMALLOC_SIM_CUDA_RUNTIME_API_H
#define STREAMALLOC_SIM_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__

#include "streamalloc_sim/api.h"
#ifdef __cplusplus
#include "streamalloc_sim/api_cpp.h"
#endif

#endif
