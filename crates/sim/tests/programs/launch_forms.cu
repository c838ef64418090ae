// Every way to write a launch that the translation has to get right.
#include <cstdio>
#include <vector>
#include <functional>

struct Pair {
    int *p;
    int v[3];
};

__global__ void set(int *p, int v) { *p = v; }
__global__ void set(int *p, double v) { *p = (int)(100 * v); }
__global__ void null_or_not(const int *maybe, int *p, void *other) { *p = maybe ? 1 : other ? 2 : 3; }
__global__ void by_value(Pair pair) { pair.p[0] = pair.v[0] + pair.v[1] + pair.v[2]; }
__global__ void changes_parameter(int *p, int n)
{
    while (n > 0) p[threadIdx.x] += n--; // each thread counts down its own copy
}
__global__ void with_default(int *p, int v = 77);
__global__ void with_default(int *p, int v) { *p = v; }
__global__ void shape(unsigned *p)
{
    p[0] = gridDim.x * 100 + gridDim.y * 10 + gridDim.z;
    p[1] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
}
template <typename T> __global__ void generic(T *p, T v) { *p = v + (T)sizeof(T); }
template <typename F> __global__ void apply(int *p, F f) { p[threadIdx.x] = f(threadIdx.x); }
template <int A, int B> __global__ void constant(int *p) { *p = A * 10 + B; }
template <typename... Args> __global__ void variadic(int *p, Args... args) { *p = (0 + ... + (int)args); }

namespace outer {
namespace inner {
__global__ void deep(int *p) { *p = 55; }
}
struct Launcher {
    void (*kernel)(int *, int) = with_default;
    cudaStream_t stream = 0;
    void go(int *p, int v) const { kernel<<<1, 1, 0, stream>>>(p, v); }
    template <typename T> static void typed(T *p) { generic<T><<<1, 1>>>(p, T(5)); }
};
}

#define LAUNCH(kernel, ...) kernel<<<dim3(1), dim3(1)>>>(__VA_ARGS__)
#define DEFINE_KERNEL(name, value) \
    __global__ void name(int *p)   \
    {                              \
        *p = value;                \
    }
DEFINE_KERNEL(made_by_macro, 66)

static int *d;
static int bad;

static int value()
{
    int h = -1;
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    return h;
}

static void expect(int want, int line)
{
    int got = value();
    if (got != want || cudaGetLastError() != cudaSuccess) printf("line %d: %d, not %d\n", line, got, want), bad++;
}
#define EXPECT(want) expect(want, __LINE__)

static int launches_inside(int v)
{
    set<<<1, 1>>>(d + 1, v);
    return v;
}

int main()
{
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMemset(d, 0, 64 * sizeof(int));
    set<<<1, 1>>>(d, 4);
    EXPECT(4);
    set<<<1, 1>>>(d, 0.25);
    EXPECT(25);
    null_or_not<<<1, 1>>>(NULL, d, nullptr);
    EXPECT(3);
    null_or_not<<<1, 1>>>(0, d, d);
    EXPECT(2);
    const Pair pair = {d, {1, 2, 3}};
    const Pair &reference = pair;
    by_value<<<1, 1>>>(reference);
    EXPECT(6);
    by_value<<<1, 1>>>({d, {4, 5, 6}});
    EXPECT(15);
    cudaMemset(d, 0, 64 * sizeof(int));
    changes_parameter<<<1, 32>>>(d, 3);
    EXPECT(6);
    with_default<<<1, 1>>>(d);
    EXPECT(77);
    shape<<<dim3(3, 2, 1), dim3(1, 2, 4)>>>((unsigned *)d);
    EXPECT(321);
    shape<<<2, {5, 1}>>>((unsigned *)d);
    EXPECT(211);
    generic<<<1, 1>>>(d, 3);
    EXPECT(7);
    generic<short> <<< 1 , 1 >>> ((short *)d, 1);
    int by = 9;
    apply<<<1, 32>>>(d, [=] __device__(int i) { return i + by; });
    EXPECT(9);
    constant<1, (3 > 2) ? 4 : 5><<<1, 1>>>(d);
    EXPECT(14);
    variadic<<<1, 1>>>(d, 1, 2.0, 'a');
    EXPECT(100);
    outer::inner::deep<<<1, 1>>>(d);
    EXPECT(55);
    ::outer::inner::deep<<<1, 1>>>(d);
    outer::Launcher launcher, *pointer = &launcher;
    launcher.go(d, 11);
    EXPECT(11);
    launcher.kernel<<<1, 1>>>(d, 12);
    EXPECT(12);
    pointer->kernel<<<1, 1>>>(d, 13);
    EXPECT(13);
    outer::Launcher::typed(d);
    EXPECT(9);
    void (*table[])(int *) = {outer::inner::deep, made_by_macro};
    for (int i = 0; i < 2; i++) table[i]<<<1, 1>>>(d);
    EXPECT(66);
    (*table[0])<<<1, 1>>>(d);
    EXPECT(55);
    if (bad == 0) LAUNCH(set, d, 21);
    else LAUNCH(set, d, 22);
    EXPECT(21);
    bad ? set<<<1, 1>>>(d, 23) : set<<<1, 1>>>(d, 24);
    EXPECT(24);
    set<<<launches_inside(1), 1>>>(d, launches_inside(31)), set<<<1, 1>>>(d + 1, 5);
    EXPECT(31);
    auto later = [&](int v) { set<<<1, 1>>>(d, v); };
    later(41);
    EXPECT(41);
    int v = 43;
    void *args[] = {&d, &v};
    cudaError_t e = cudaLaunchKernel((const void *)with_default, dim3(1), dim3(1), args, 0, 0);
    EXPECT(43);
    bad += e != cudaSuccess;
    bad += cudaLaunchKernel((void *)with_default, dim3(0), dim3(1), args, 0, 0) != cudaErrorInvalidConfiguration;
    bad += cudaGetLastError() != cudaErrorInvalidConfiguration;
    puts(bad ? "MISMATCH" : "OK");
    return bad != 0;
}
