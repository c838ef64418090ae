// A file without CUDA.
#include "filters.h"

const char *name_of(int picture)
{
    return picture == 0 ? "portrait" : "map";
}
