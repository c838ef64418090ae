// StreamAlloc embedded CUDA declarations: all built-in types.
#ifndef SA_EMBEDDED_BUILTIN_TYPES_H
#define SA_EMBEDDED_BUILTIN_TYPES_H

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif
