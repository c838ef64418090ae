// Filters two pictures and prints what became of them.
#include "filters.h"

#include <cstdio>

static float portrait[kPixels];
static float map[kPixels];

static void print(const char *name, const Histogram &histogram)
{
    std::printf("%s:", name);
    for (int level = 0; level < kLevels; level++) std::printf(" %d", histogram.count[level]);
    std::printf("\n");
}

int main()
{
    for (int i = 0; i < kPixels; i++) {
        portrait[i] = float(i % 251) / 251;
        map[i] = float(i % 127) / 127;
    }
    filter_pictures(portrait, map);
    Histogram of_portrait, of_map;
    count_pixels(portrait, map, &of_portrait, &of_map);
    print(name_of(0), of_portrait);
    print(name_of(1), of_map);
}
