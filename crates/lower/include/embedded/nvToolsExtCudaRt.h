// StreamAlloc embedded CUDA declarations: profiler annotations (in nvtx3/nvToolsExt.h).
#include "nvtx3/nvToolsExt.h"
