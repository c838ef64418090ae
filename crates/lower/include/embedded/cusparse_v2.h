// StreamAlloc embedded CUDA declarations: cuSPARSE (in cusparse.h).
#include "cusparse.h"
