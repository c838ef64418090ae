// Part of cuda_runtime.h here.
#include "streamalloc_sim/types.h"
