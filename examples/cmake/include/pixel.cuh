// What both files do with a pixel.
#pragma once

#include "filters.h"

// The pixel that this thread works on.
__device__ inline int this_pixel() { return blockIdx.x * blockDim.x + threadIdx.x; }

// The level of a brightness between 0 and 1; what lies outside counts as darkest or brightest.
__device__ inline int level_of(float brightness)
{
    int level = int(brightness * kLevels);
    return level < 0 ? 0 : level >= kLevels ? kLevels - 1 : level;
}
