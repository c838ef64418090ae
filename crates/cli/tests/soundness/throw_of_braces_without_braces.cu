// refused: `if (c) throw Stop{3};` needs a wait before the throw; the braces put around end one token early ("would not compile: expected ';'")
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 32;
struct Stop { int code; };
static std::vector<unsigned> host(N, 9u);

inline unsigned upload(unsigned *dev, unsigned acc) {
    cudaMemcpy(dev, host.data(), N * sizeof(unsigned), cudaMemcpyHostToDevice);
    if (acc % 2u == 0u) throw Stop{3};
    return acc;
}

int main() {
    unsigned *dev;
    cudaMalloc(&dev, N * sizeof(unsigned));
    try {
        upload(dev, 4);
    } catch (const Stop &stop) {
        printf("stopped %d\n", stop.code);
    }
    cudaFree(dev);
}
