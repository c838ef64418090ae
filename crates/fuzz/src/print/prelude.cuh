#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

constexpr int N = 32;
constexpr size_t BYTES = N * sizeof(unsigned);

struct Stop {
    int code;
};

#define CHECK(call)                                    \
    do {                                               \
        cudaError_t status_ = (call);                  \
        if (status_ != cudaSuccess) {                  \
            printf("error %d\n", (int)status_);        \
            exit(9);                                   \
        }                                              \
    } while (0)

#define TRY(call)                                           \
    do {                                                    \
        if ((call) != cudaSuccess) throw Stop{5};           \
    } while (0)
