// names that the standard library's headers use, too
#define base (-(first + 5))
#define u(c, i) u[(c) * count + (i)]
#define e(i) extra[i]
