#include <cstdio>
extern int host[];
void hook() { printf("%d\n", host[3]); }
