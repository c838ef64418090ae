// StreamAlloc embedded CUDA declarations: profiler control of the driver API.
#ifndef SA_EMBEDDED_CUDAPROFILER_H
#define SA_EMBEDDED_CUDAPROFILER_H

#include "cuda.h"

SA_C_BEGIN
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
SA_C_END

#endif
