// StreamAlloc embedded CUDA declarations: profiler annotations (in nvToolsExt.h).
#include "nvToolsExt.h"
