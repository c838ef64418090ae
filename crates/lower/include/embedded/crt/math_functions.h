// StreamAlloc embedded CUDA declarations: the header of the same name one folder up.
#include "../math_functions.h"
