// x1 += A y1 and x2 += Aᵀ y2, with device arrays that own their memory.
//
// Could overlap: the two kernels, the uploads of x2 and y2 with the first kernel, and the download of x1 with the
// second kernel. The matrix goes up once; it is most of the time.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

inline void require(cudaError_t status)
{
    if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

template <typename T> class DeviceArray
{
  public:
    explicit DeviceArray(size_t size) : size_(size) { require(cudaMalloc(&data_, size * sizeof(T))); }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;

    void upload(const std::vector<T> &from)
    {
        require(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    void download(std::vector<T> &to) const
    {
        require(cudaMemcpy(to.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    }
    T *get() const { return data_; }

  private:
    T *data_ = nullptr;
    size_t size_;
};

template <typename T> __global__ void add_product(const T *a, const T *y, T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sum = x[i];
    for (int j = 0; j < n; j++) sum += a[(size_t)i * n + j] * y[j];
    x[i] = sum;
}

template <typename T> __global__ void add_transposed_product(const T *a, const T *y, T *x, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    T sum = x[j];
    for (int i = 0; i < n; i++) sum += a[(size_t)i * n + j] * y[i];
    x[j] = sum;
}

static std::vector<float> cycle(int n, int period, float step)
{
    std::vector<float> v(n);
    for (int i = 0; i < n; i++) v[i] = (i % period + 1) * step;
    return v;
}

// The result for an outer product of `outer` and `inner` is before + outer (inner · y).
static bool matches(const std::vector<float> &got, const std::vector<float> &before, const std::vector<float> &outer,
                    const std::vector<float> &inner, const std::vector<float> &y)
{
    double dot = 0;
    for (size_t k = 0; k < y.size(); k++) dot += (double)inner[k] * y[k];
    for (size_t i = 0; i < got.size(); i++) {
        double wanted = before[i] + outer[i] * dot;
        if (!(std::fabs(got[i] - wanted) <= 1e-3 * std::fabs(wanted))) return false;
    }
    return true;
}

static bool run(int n, double *sum)
{
    const std::vector<float> u = cycle(n, 5, 0.125f), v = cycle(n, 3, 0.25f);
    const std::vector<float> x1 = cycle(n, 7, 1.0f), y1 = cycle(n, 4, 0.5f), x2 = cycle(n, 2, 2.0f), y2 = cycle(n, 6, 0.5f);
    std::vector<float> a((size_t)n * n), r1(n), r2(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[(size_t)i * n + j] = u[i] * v[j];

    DeviceArray<float> d_a(a.size()), d_x1(n), d_y1(n), d_x2(n), d_y2(n);
    d_a.upload(a);
    d_x1.upload(x1);
    d_y1.upload(y1);
    add_product<<<(n + 255) / 256, 256>>>(d_a.get(), d_y1.get(), d_x1.get(), n);
    d_x2.upload(x2);
    d_y2.upload(y2);
    add_transposed_product<<<(n + 255) / 256, 256>>>(d_a.get(), d_y2.get(), d_x2.get(), n);
    d_x1.download(r1);
    d_x2.download(r2);

    for (int i = 0; i < n; i++) *sum += r1[i] + r2[i];
    return matches(r1, x1, u, v, y1) && matches(r2, x2, v, u, y2);
}

int main(int argc, char **argv)
try {
    int n = 4096;
    if (argc > 1 && !std::strcmp(argv[1], "small")) n = 66;
    if (argc > 1 && !std::strcmp(argv[1], "large")) n = 16384;
    require(cudaSetDevice(0));

    const auto begin = std::chrono::steady_clock::now();
    double sum = 0;
    const bool right = run(n, &sum);
    const auto end = std::chrono::steady_clock::now();

    std::printf("sum %.6e\n%s\n", sum, right ? "PASS" : "FAIL");
    std::fprintf(stderr, "region_ms: %.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
    return right ? 0 : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
