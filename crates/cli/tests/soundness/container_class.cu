// trap: a class template around a device pointer and a vector, with copy, move and assignment by value and swap
// must: the analysis ends, and the copies between the objects keep their order
// left alone: no wait can be put before the members that the copies need are moved
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int N = 256;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 % 1009 + by; }
__global__ void add(int *v, const int *w) { v[threadIdx.x] += w[threadIdx.x] * 2; }

template <class T>
struct Array {
    T *device;
    size_t size;
    std::vector<T> host;

    explicit Array(size_t n) : size(n), host(n) { cudaMalloc(&device, n * sizeof(T)); }
    ~Array() { cudaFree(device); }
    Array(const Array &other) : Array(other.size)
    {
        host = other.host;
        cudaMemcpy(device, other.device, size * sizeof(T), cudaMemcpyDeviceToDevice);
    }
    Array(Array &&other) : device(other.device), size(other.size), host(std::move(other.host)) { other.device = nullptr; }
    Array &operator=(Array other)
    {
        std::swap(device, other.device);
        host.swap(other.host);
        return *this;
    }
    void up() { cudaMemcpy(device, host.data(), size * sizeof(T), cudaMemcpyHostToDevice); }
    void down() { cudaMemcpy(host.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost); }
    T &operator[](size_t i) { return host[i]; }
};

static Array<int> make(int factor)
{
    Array<int> array(N);
    for (int i = 0; i < N; i++) array[i] = factor * i;
    array.up();
    array[0] = 7;
    return array;
}

static int digest(const std::vector<int> &v)
{
    int sum = 0;
    for (int x : v) sum = sum * 31 % 1000003 + x;
    return sum;
}

int main()
{
    int *other;
    cudaMalloc(&other, sizeof(more));
    Array<int> a = make(2), b = make(3);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    step<<<1, N>>>(a.device, 1);
    Array<int> c(a);
    add<<<1, N>>>(c.device, b.device);
    b = c;
    step<<<1, N>>>(b.device, 3);
    b.down();
    a = make(4);
    a[3] = 1;
    a.up();
    a[4] = 1;
    add<<<1, N>>>(a.device, b.device);
    a.down();
    printf("%d %d %d\n", digest(a.host), digest(b.host), more[3]);
    cudaFree(other);
}
