// trap: a statement with a kept copy and an unknown call needs a join for another kernel: the planning did not settle
// must: all orders are kept
// program 3042
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

static void must(cudaError_t status)
{
    if (status != cudaSuccess) {
        printf("error %d\n", (int)status);
        exit(9);
    }
}

static const unsigned table[N] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};

static unsigned total(const unsigned *values, int count)
{
    unsigned sum = 0;
    for (int i = 0; i < count; i++) sum = sum * 31u + values[i];
    return sum;
}

static void fill(unsigned *values, unsigned start)
{
    for (int i = 0; i < N; i++) values[i] = start + i;
}

static unsigned *same(unsigned *values) { return values; }

struct View {
    unsigned *values;
    explicit View(unsigned *v) : values(v) {}
};

struct Report {
    unsigned *values;
    ~Report() { printf("report %u\n", total(values, N)); }
};

__global__ void preset(unsigned *out, unsigned start)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = start * 3u + i;
}

struct Bundle {
    unsigned *dev;
    unsigned *host;
};

__global__ void k0(unsigned *io, unsigned s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    io[i] = io[i] * 3u + s;
}

__global__ void k1(unsigned *out, const unsigned *x, const unsigned *y, unsigned s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] * 30u + y[i] + s;
}

__global__ void k2(unsigned *out, const unsigned *x, const unsigned *y, unsigned s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] * 82u + y[i] + s;
}

__global__ void k3(unsigned *io, unsigned s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    io[i] = io[i] * 42u + s;
}

static unsigned g1[N] = {78, 2, 3, 5, 8};
static unsigned g2[N] = {83, 2, 3, 5, 8};

template <int K> static unsigned f7(unsigned *q3, std::vector<unsigned> &q4) {
    unsigned acc = 4u;
    acc += K;
    cudaDeviceSynchronize();
    {
        int i5 = 0;
        while (i5++ < 3) {
            must(cudaMemcpy(q4.data(), g2 + 16, 16 * sizeof(unsigned), cudaMemcpyHostToHost));
            {
                unsigned *d6;
                cudaMalloc((void **)&d6, BYTES);
                cudaMemcpy(d6, table, BYTES, cudaMemcpyHostToDevice);
                k2<<<1, N>>>(d6, d6, d6, 31u);
                must(cudaMemcpy(g2 + 3, d6, 25 * sizeof(unsigned), cudaMemcpyDeviceToHost));
                acc += std::memcmp(g2, table, BYTES) == 0 ? 1u : 2u;
                must(cudaMemcpy(d6 + 1, g1, 30 * sizeof(unsigned), cudaMemcpyHostToDevice));
                k1<<<1, N>>>(d6, d6, d6, 50u);
                cudaFree(d6);
            }
        }
    }
    std::memmove(g1, g1, BYTES);
    return acc;
}

static unsigned f19() {
    unsigned acc = 3u;
    {
        unsigned *h8;
        h8 = new unsigned[N];
        for (int i = 0; i < N; i++) h8[i] = 38u + i;
        must(cudaMemcpy(h8 + 2, g2, 28 * sizeof(unsigned), cudaMemcpyHostToHost));
        acc = acc * 31u + h8[31];
        {
            unsigned *a9 = acc % 2u == 1u ? h8 : g2;
            unsigned *d10;
            CHECK(cudaMalloc(&d10, BYTES));
            cudaMemset(d10, 81, BYTES);
            unsigned *d11;
            CHECK(cudaMalloc(&d11, BYTES));
            cudaMemcpy(d11, table, BYTES, cudaMemcpyHostToDevice);
            {
                unsigned *d12;
                cudaMalloc((void **)&d12, BYTES);
                cudaMemset(d12, 34, BYTES);
                auto a13 = std::make_shared<View>(g1);
                k2<<<1, N>>>(d11, d11, d11, 87u);
                must(cudaMemcpy(g2, d10, BYTES, cudaMemcpyDeviceToHost));
                cudaMemcpy(d12, a9, BYTES, cudaMemcpyHostToDevice);
                for (int i = 0; i < N; i++) acc = acc * 31u + g2[i];
                cudaFree(d12);
            }
            switch (acc % 2u) {
            case 0: {
                must(cudaMemcpy(h8 + 23, d11, 4 * sizeof(unsigned), cudaMemcpyDeviceToHost));
                k2<<<1, N>>>(d10, d10, d11, 40u);
                must(cudaMemcpy(d11, g2, BYTES, cudaMemcpyHostToDevice));
                break;
            }
            default: acc += 1u;
            }
            for (int i14 = 0; i14 < 2; i14++) {
                must(cudaMemset(d11, 20, BYTES));
                acc = acc * 31u + g2[24];
                k3<<<2, N / 2>>>(d10, 53u);
            }
            cudaFree(d11);
            cudaMalloc((void **)&d11, BYTES);
            cudaMemset(d11, 92, BYTES);
            if (h8[4] % 2u == 0u) {
                if (g2[4] % 3u == 1u) { throw Stop{2}; }
            }
            cudaFree(d11);
            cudaFree(d10);
        }
        for (int i15 = 0; i15 < 3; i15++) {
            printf("%u\n", acc);
        }
        if (acc % 4u == 2u) {
            try {
                if (acc % 3u == 0u) { throw Stop{2}; }
                fill(g1, 17u);
                acc = acc * 31u + total(g1, N);
                acc = acc * 31u + total(g1, N);
            }
            catch (const Stop &stop) {
                acc += stop.code;
                acc += [&] { return h8[20] * 3u; }();
            }
            acc = acc * 31u + h8[12];
        } else {
            acc = acc * 31u + total(g2, N);
        }
        {
            unsigned *z16;
            cudaHostAlloc((void **)&z16, BYTES, cudaHostAllocMapped);
            for (int i = 0; i < N; i++) z16[i] = 26u + i;
            unsigned *a17[2] = {h8, h8};
            k1<<<1, N>>>(z16, z16, z16, 76u);
            for (int i18 = 0; i18 < 2; i18++) {
                { unsigned &slot = g1[11]; slot = slot * 3u + 11u; }
                must(cudaMemcpy(a17[1], g2 + 16, 16 * sizeof(unsigned), cudaMemcpyHostToHost));
                k0<<<1, N>>>(z16, 15u);
                if (i18 % 4 == 3) return acc;
            }
            cudaFreeHost(z16);
        }
        acc = acc * 31u + total(g1, N);
        delete[] h8;
    }
    return acc;
}

int main() {
    try {
        unsigned acc = 1u;
        int err = 0;
        {
            unsigned *d20[3];
            for (int k = 0; k < 3; k++) {
                CHECK(cudaMalloc(&d20[k], BYTES));
                cudaMemset(d20[k], 15, BYTES);
            }
            unsigned *d21[2];
            for (int k = 0; k < 2; k++) {
                cudaMalloc((void **)&d21[k], BYTES);
                cudaMemset(d21[k], 50, BYTES);
            }
            unsigned h22[N];
            for (int i = 0; i < N; i++) h22[i] = 45u + i;
            must(cudaMemcpy(d20[2], h22, BYTES, cudaMemcpyHostToDevice));
            k1<<<1, N>>>(d20[2], d21[1], d21[1], 73u);
            for (int i = 0; i < N; i++) acc = acc * 31u + g2[i];
            {
                int i23 = 0;
                while (i23++ < 2) {
                    for (int i24 = 0; i24 < 3; i24++) {
                        fill(g1, 41u);
                        if (g1[0] % 3u == 0u) { throw Stop{3}; }
                        must(cudaMemcpy(g2, d20[(i24 + 0) % 3], BYTES, cudaMemcpyDeviceToHost));
                        err |= (int)cudaMemcpy(h22, d21[(i24 + 0) % 2], BYTES, cudaMemcpyDeviceToHost);
                    }
                    {
                        unsigned *d25[3];
                        for (int k = 0; k < 3; k++) {
                            CHECK(cudaMalloc(&d25[k], BYTES));
                            cudaMemset(d25[k], 3, BYTES);
                        }
                        switch (acc % 4u) {
                        case 0: {
                            k2<<<2, N / 2>>>(d25[(i23 + 0) % 3], d20[(i23 + 2) % 3], d25[(i23 + 1) % 3], 43u);
                            must(cudaMemcpy(d21[(i23 + 0) % 2], g2, BYTES, cudaMemcpyHostToDevice));
                            break;
                        }
                        case 1: {
                            k0<<<1, N>>>(d20[(i23 + 2) % 3], 69u);
                            must(cudaMemcpy(d25[(i23 + 0) % 3] + 4, g2 + 13, 19 * sizeof(unsigned), cudaMemcpyHostToDevice));
                            must(cudaMemcpy(d25[(i23 + 0) % 3] + i23 * 8, g2 + i23 * 8, 8 * sizeof(unsigned), cudaMemcpyDefault));
                            break;
                        }
                        case 2: {
                            k1<<<1, N>>>(d21[(i23 + 0) % 2], d25[1], d25[(i23 + 1) % 3], 30u);
                            acc = acc * 31u + f19();
                            { std::vector<unsigned> copy(h22, h22 + N); acc = acc * 31u + copy[23]; }
                            break;
                        }
                        default: acc += 1u;
                        }
                        if (acc % 3u == 2u) continue;
                        must(cudaMemcpy(g2 + 3, d20[(i23 + 2) % 3] + 5, 27 * sizeof(unsigned), cudaMemcpyDeviceToHost));
                        for (int k = 0; k < 3; k++) cudaFree(d25[k]);
                    }
                    cudaMemset(d21[(i23 + 1) % 2] + 8, 76, 13 * sizeof(unsigned));
                }
            }
            k0<<<1, N>>>(d21[1], 48u);
            CHECK(cudaGetLastError());
            printf("%u\n", acc);
            k0<<<1, N>>>(d21[0], 58u);
            auto l26 = [&]() -> unsigned {
                unsigned acc = 3u;
                k3<<<1, N>>>(d20[1], 7u);
                return acc;
            };
            acc = acc * 31u + l26();
            fill(g1, 4u);
            acc = acc * 31u + l26();
            must(cudaMemcpy(g2, d21[0], BYTES, cudaMemcpyDeviceToHost));
            {
                unsigned *d27;
                CHECK(cudaMalloc(&d27, BYTES));
                cudaMemcpy(d27, table, BYTES, cudaMemcpyHostToDevice);
                if (h22[19] % 4u == 3u) {
                    k0<<<2, N / 2>>>(d27, 53u);
                    k3<<<1, N>>>(d20[0], 34u);
                }
                k3<<<1, N>>>(d21[0], 70u);
                must(cudaMemcpy(d27 + 27, d21[1], 4 * sizeof(unsigned), cudaMemcpyDeviceToDevice));
                must(cudaMemcpy(h22, d27, BYTES, cudaMemcpyDeviceToHost));
                switch (acc % 4u) {
                case 0: {
                    for (int i = 0; i < N; i++) g1[i] += 37u;
                }
                case 1: {
                    k0<<<1, N>>>(d27, 49u);
                    must(cudaMemcpy(d27 + 16, h22 + 18, 11 * sizeof(unsigned), cudaMemcpyHostToDevice));
                    switch (acc % 3u) {
                    case 0: {
                        k2<<<1, N>>>(d20[2], d21[0], d21[1], 40u);
                        break;
                    }
                    case 1: {
                        k3<<<1, N>>>(d27, 25u);
                        if (acc % 2u == 1u) break;
                        acc = acc * 31u + l26();
                        break;
                    }
                    default: acc += 1u;
                    }
                    break;
                }
                case 2: {
                    switch (acc % 2u) {
                    case 0: {
                        must(cudaMemcpy(d20[2], g1, BYTES, cudaMemcpyHostToDevice));
                        must(cudaMemcpy(d21[0], g1, BYTES, cudaMemcpyHostToDevice));
                        { std::vector<unsigned> copy(g1, g1 + N); acc = acc * 31u + copy[23]; }
                        break;
                    }
                    default: acc += 1u;
                    }
                    break;
                }
                default: acc += 1u;
                }
                cudaFree(d27);
            }
            acc = acc * 31u + total(g2, N);
            { std::vector<unsigned> copy(h22, h22 + N); acc = acc * 31u + copy[25]; }
            must(cudaMemcpy(g2, d20[0], BYTES, cudaMemcpyDeviceToHost));
            k0<<<1, N>>>(d20[1], 51u);
            acc = acc * 31u + total(g1, N);
            acc = acc * 31u + total(g2, N);
            must(cudaMemcpy(g2, d20[2], BYTES, cudaMemcpyDeviceToHost));
            must(cudaMemcpy(g1, d21[1], BYTES, cudaMemcpyDeviceToHost));
            acc = acc * 31u + total(g1, N);
            acc = acc * 31u + total(h22, N);
            for (int k = 0; k < 2; k++) cudaFree(d21[k]);
            for (int k = 0; k < 3; k++) cudaFree(d20[k]);
        }
        printf("end %u\n", acc);
        acc += err;
        return (int)(acc & 31u);
    } catch (const Stop &stop) {
        printf("stopped %d\n", stop.code);
        return 40 + stop.code % 8;
    }
}
