// The replaced `operator new` does what the library's does when there is no memory: the handler is called until it
// gives up, `nothrow` gives null, and a size of zero is a block of its own.
// rewritten with: --pin=always
#include <cstdio>
#include <new>
#include <vector>
__global__ void add(int *d, int n, int by)
{
    int i = threadIdx.x;
    if (i < n) d[i] += by;
}

static int calls = 0;
static void handler()
{
    if (++calls == 2) std::set_new_handler(0);
}

int main()
{
    std::vector<int> v(256, 1);
    int *d;
    cudaMalloc(&d, 256 * sizeof(int));
    cudaMemcpy(d, v.data(), 256 * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, 256>>>(d, 256, 4);
    std::set_new_handler(handler);
    int caught = 0;
    volatile size_t huge = size_t(1) << 60;
    try {
        std::vector<char> never(huge);
    } catch (const std::bad_alloc &) {
        caught = 1;
    }
    char *none = new (std::nothrow) char[huge];
    char *a = new char[0], *b = new char[0];
    v[0] = 9;
    cudaMemcpy(v.data(), d, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", caught, calls, none == 0, a != b, v[0]);
    delete[] a;
    delete[] b;
}
