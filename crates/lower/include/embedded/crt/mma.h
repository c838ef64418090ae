// StreamAlloc embedded CUDA declarations: the header of the same name one folder up.
#include "../mma.h"
