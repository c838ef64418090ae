// StreamAlloc embedded CUDA declarations: kept so that the name resolves; everything is in device_functions.h.
#include "device_functions.h"
