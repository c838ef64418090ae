// StreamAlloc embedded CUDA declarations: surface objects (in surface_functions.h).
#include "surface_functions.h"
