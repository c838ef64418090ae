// Lists of arguments are arrays, and so pointers where they are parameters.
#include <cstdarg>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void letters(char *d, char first) { d[threadIdx.x] = threadIdx.x < 7 ? first + threadIdx.x : 0; }

static void pass(const char *format, va_list list) { std::vprintf(format, list); }

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    pass(format, list);
    va_end(list);
}

static int length(va_list list) {
    const char *text = va_arg(list, const char *);
    int n = 0;
    while (text[n]) n++;
    return n + text[0];
}

static int measure(int count, ...) {
    va_list list;
    va_start(list, count);
    int n = length(list);
    va_end(list);
    return n;
}

static void fetch(va_list list) {
    char *to = va_arg(list, char *);
    char *from = va_arg(list, char *);
    cudaMemcpy(to, from, 8, cudaMemcpyDeviceToHost);
}

static void fetch_from(int count, ...) {
    va_list list;
    va_start(list, count);
    fetch(list);
    va_end(list);
}

int main() {
    char *d, h[8], g[8];
    cudaMalloc(&d, 8);
    letters<<<1, 8>>>(d, 'a');
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    say("%s\n", h);
    letters<<<1, 8>>>(d, 'k');
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    std::printf("%d\n", measure(1, h));
    letters<<<1, 8>>>(d, 'q');
    fetch_from(2, g, d);
    std::printf("%s\n", g);
    cudaFree(d);
    return 0;
}
