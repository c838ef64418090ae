// unsound: [=] copies the vector where the lambda is made; no wait stands before that, only (or none) where it is called
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 32;
constexpr size_t BYTES = N * sizeof(unsigned);

int main() {
    unsigned *device;
    cudaMalloc(&device, BYTES);
    cudaMemset(device, 93, BYTES);
    std::vector<unsigned> host(N, 41u);
    cudaMemcpy(host.data(), device, BYTES, cudaMemcpyDeviceToHost);
    auto look = [=]() mutable -> unsigned { return host[30]; };
    printf("%u\n", look());
    cudaFree(device);
}
