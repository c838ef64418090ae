// StreamAlloc embedded CUDA declarations: nothing to configure.
#include "../host_defines.h"
