// StreamAlloc embedded CUDA declarations: rounding modes (in driver_types.h).
#include "driver_types.h"
