// The driver API is not simulated; this has the names that programs of the runtime API take from cuda.h.
#ifndef STREAMALLOC_SIM_CUDA_H
#define STREAMALLOC_SIM_CUDA_H

#include "cuda_runtime_api.h"

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_NOT_SUPPORTED = 801 } CUresult;

#endif
