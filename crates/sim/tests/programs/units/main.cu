// A program of several units: kernels in a header and in another .cu file, plain C++ and C beside it.
#include <cstdio>
#include "kernels.cuh"

void run_elsewhere(int *d);              // other.cu
int plain_upload(int *d, int v);         // plain.cpp
extern "C" int c_download(void *d);      // legacy.c

int main()
{
    int *d, bad = 0;
    cudaMalloc(&d, sizeof(int));
    bad += plain_upload(d, 5);
    units::scale<int><<<1, 1>>>(d, 3);
    bad += c_download(d) != 15;
    run_elsewhere(d);
    bad += c_download(d) != 15 * 7 + 1;
    puts(bad ? "MISMATCH" : "OK");
    return bad;
}
