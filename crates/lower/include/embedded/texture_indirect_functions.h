// StreamAlloc embedded CUDA declarations: texture objects (in texture_fetch_functions.h).
#include "texture_fetch_functions.h"
