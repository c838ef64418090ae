// Vectors that are copied are page-locked until `operator delete` gets their memory, whoever lets go of it: they grow,
// are swapped, moved, assigned, destroyed by an exception and at the end of the process.
// rewritten with: --pin=always
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

static std::vector<int> kept;

static std::vector<int> fetch(const int *d, int n)
{
    std::vector<int> result(n);
    cudaMemcpy(result.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    return result;
}

static int part(int *d, int n, bool fail)
{
    std::vector<int> local(n, 7);
    cudaMemcpy(d, local.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<16, 256>>>(d, n, 1);
    local[0] = 100;
    if (fail) throw std::runtime_error("part");
    cudaMemcpy(local.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    return local[0];
}

int main()
{
    const int n = 4096;
    int *d, *e;
    cudaMalloc(&d, 2 * n * sizeof(int));
    cudaMalloc(&e, 2 * n * sizeof(int));
    std::vector<int> a(n, 1), b(n, 2);
    for (int round = 0; round < 3; round++) {
        cudaMemcpy(d, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<16, 256>>>(d, n, round);
        cudaMemcpy(e, b.data(), n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<16, 256>>>(e, n, 10 * round);
        a.swap(b);
        a.resize(a.size() + 500, round);
        b = fetch(d, n);
        b[1] = round;
    }
    kept = std::move(a);
    kept.push_back(5);
    cudaMemcpy(d, kept.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    add<<<16, 256>>>(d, n, 1000);
    kept[2] = 3;
    int caught = 0;
    for (int i = 0; i < 3; i++) {
        try {
            caught += part(e, n, i == 1);
        } catch (const std::runtime_error &) {
            caught += 1000;
        }
    }
    std::unique_ptr<int[]> raw(new int[n]);
    cudaMemcpy(raw.get(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    int *plain = new int[n];
    cudaMemcpy(plain, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = caught;
    for (int i = 0; i < n; i++) sum = sum * 3 + raw[i] + plain[i] + b[i % b.size()];
    delete[] plain;
    printf("%ld %d %zu\n", sum, kept[2], kept.size());
}
