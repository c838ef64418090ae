// StreamAlloc embedded CUDA declarations: the variables that tell a thread where it is.
#ifndef SA_EMBEDDED_DEVICE_LAUNCH_PARAMETERS_H
#define SA_EMBEDDED_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "vector_types.h"

#if defined(__cplusplus) && defined(__CUDA__)
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;
#endif

#endif
