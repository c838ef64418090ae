// trap: a lambda calls itself through the std::function that holds it, between its upload and its kernels
// must: the upload of the inner activation runs after the kernel that the outer one has started on that buffer
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <vector>

constexpr int N = 256;

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 + by; }
__global__ void add(int *v, const int *w) { v[threadIdx.x] += w[threadIdx.x] * 2; }

static unsigned digest(const int *v)
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++) sum = sum * 31 + v[i];
    return sum;
}

int main()
{
    int x[N], y[N], *d_x, *d_y, *other;
    for (int i = 0; i < N; i++) {
        x[i] = 2 * i;
        y[i] = 3 * i;
    }
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMalloc(&other, sizeof(more));
    std::function<void(int)> go = [&](int n) {
        if (n == 0) return;
        cudaMemcpy(n & 1 ? d_x : d_y, n & 1 ? x : y, sizeof(x), cudaMemcpyHostToDevice);
        (n & 1 ? x : y)[n] = n;
        step<<<1, N>>>(n & 1 ? d_x : d_y, n);
        go(n - 1);
        add<<<1, N>>>(d_x, d_y);
    };
    fill<<<1, N>>>(other, 40);
    go(4);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);

    auto pull = [&, count = N](int *to, auto *from) {
        cudaMemcpy(to, from, count * sizeof(int), cudaMemcpyDeviceToHost);
        return to[3];
    };
    int sum = pull(x, d_x) + pull(y, d_y);
    std::vector<std::function<int()>> queue;
    queue.push_back([&] {
        step<<<1, N>>>(d_x, 1);
        return 1;
    });
    queue.push_back([&] {
        cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
        return x[5];
    });
    for (auto &entry : queue) sum += entry();
    printf("%d %d %u %u\n", more[3], sum, digest(x), digest(y));
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(other);
}
