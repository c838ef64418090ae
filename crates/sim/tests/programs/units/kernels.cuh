#pragma once
#define KERNEL __global__ void

namespace units {
template <typename T> KERNEL scale(T *p, T by) { *p *= by; }
}

KERNEL declared_in_header(int *p);
