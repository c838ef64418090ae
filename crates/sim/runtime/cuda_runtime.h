// The CUDA runtime as the simulator provides it: what a program gets from `#include <cuda_runtime.h>`, and what every translated
// .cu file starts with (the build includes it first, as nvcc does). Everything here is a declaration or small and inline; the
// simulator itself is compiled once, from runtime.cpp.
#ifndef STREAMALLOC_SIM_CUDA_RUNTIME_H
#define STREAMALLOC_SIM_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
// nvcc brings these along, and programs count on it.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "streamalloc_sim/api_cpp.h"
#include "streamalloc_sim/atomics.h"
#include "streamalloc_sim/builtins.h"
#include "streamalloc_sim/device_math.h"
#include "streamalloc_sim/kernel.h"
#include "streamalloc_sim/nv_atomics.h"
#include "streamalloc_sim/unsupported.h"
#endif

#endif
