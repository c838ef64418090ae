// Filters two pictures and prints the sum of each.
#include "filters.h"

#include <cstdio>

int main()
{
    Sums sums = filter_pictures();
    std::printf("%s %.2f\n%s %.2f\n", name_of(0), sums.portrait, name_of(1), sums.map);
}
