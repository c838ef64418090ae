// A function for host and device calls the mathematical library. What that library keeps on the host, errno say, a kernel
// does not touch: the host may check for errors while the kernel runs, and both decisions and their check say so.
#include <cmath>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t result, int line)
{
    if (result) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(result));
        exit(EXIT_FAILURE);
    }
}

template <typename Real> __host__ __device__ inline Real normal(Real x) { return Real(0.5) * erfc(-x); }
template <typename Real> __host__ __device__ inline void shape(Real &result, Real x)
{
    Real root = sqrt(x), grown = exp(-x);
    result = root * normal(grown) + log(x + 1);
}

template <typename Real> __global__ void map(Real *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) shape(values[i], values[i]);
}

template <typename Real> static double mapped(int n)
{
    size_t bytes = n * sizeof(Real);
    Real *in = (Real *)malloc(bytes), *out = (Real *)malloc(bytes), *d;
    for (int i = 0; i < n; i++) in[i] = 0.01 * i;
    check(cudaMalloc((void **)&d, bytes), __LINE__);
    check(cudaMemcpy(d, in, bytes, cudaMemcpyHostToDevice), __LINE__);
    map<Real><<<(n + 127) / 128, 128>>>(d, n);
    check(cudaGetLastError(), __LINE__);
    check(cudaMemcpy(out, d, bytes, cudaMemcpyDeviceToHost), __LINE__);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        Real expected;
        shape<Real>(expected, in[i]);
        sum += out[i] + 2 * expected;
    }
    check(cudaFree(d), __LINE__);
    free(in);
    free(out);
    return sum;
}

int main() { printf("%.3f\n", mapped<float>(512)); }
