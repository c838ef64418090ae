// The older place of the header.
#include "nvtx3/nvToolsExt.h"
