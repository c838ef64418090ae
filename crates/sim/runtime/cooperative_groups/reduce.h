// Part of cooperative_groups.h here.
#include "../cooperative_groups.h"
