// Part of cuda_runtime.h here.
#include "streamalloc_sim/vectors.h"
